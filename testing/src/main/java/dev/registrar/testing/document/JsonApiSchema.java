package dev.registrar.testing.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The published JSON:API schema, against which every document of the service is checked. */
public final class JsonApiSchema {
    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_6).getSchema(corrected());

    private JsonApiSchema() {}

    public static void expectValid(JsonNode document, String description) {
        assertThat(SCHEMA.validate(document))
                .as("The JSON:API schema does not accept the document: " + description)
                .isEmpty();
    }

    /**
     * Lets any link be null, as JSON:API 1.1 does. The published schema contradicts itself: its pagination part allows null
     * links, as the specification does, but its general part on links, which applies to the same object, does not.
     */
    private static JsonNode corrected() {
        try (var file = JsonApiSchema.class.getResourceAsStream("/json-api-schema/schema.json")) {
            var schema = new JsonMapper().readTree(file);
            var link = ((ObjectNode) schema.at("/definitions/link")).withArray("oneOf");
            link.addObject().put("type", "null");
            return schema;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
