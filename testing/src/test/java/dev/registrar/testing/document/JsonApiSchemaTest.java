package dev.registrar.testing.document;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.testing.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check that every response in a test goes through: it rejects documents that break the published schema. */
class JsonApiSchemaTest {

    private static void validate(String document) {
        JsonApiSchema.expectValid(ReceivedDocument.parse(document, document), document);
    }

    @Proves({
        "JSON:API 1.0, Document Structure",
        "JSON:API 1.0, Top Level",
        "JSON:API 1.0, Resource Objects",
        "JSON:API 1.0, Relationships",
        "JSON:API 1.0, Resource Identifier Objects",
        "JSON:API 1.0, Meta Information",
        "JSON:API 1.0, Links",
        "JSON:API 1.0, Error Objects"
    })
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonapi\": {\"version\": \"1.0\"}}",
                "{\"data\": {\"type\": \"courses\"}}",
                "{\"data\": [], \"errors\": []}",
                "{\"included\": [], \"meta\": {}}",
                "{\"data\": {\"type\": \"a\", \"id\": \"1\", \"attributes\": []}}",
                "{\"data\": {\"type\": \"a\", \"id\": \"1\", \"relationships\": {\"b\": {\"data\": {\"id\": \"1\"}}}}}",
                "{\"data\": [], \"meta\": []}",
                "{\"data\": [], \"links\": {\"self\": 1}}",
                "{\"data\": [], \"jsonapi\": 1}",
                "{\"errors\": [{\"surprise\": 1}]}"
            })
    void a_document_that_breaks_the_schema_fails_the_check(String document) {
        assertThatThrownBy(() -> validate(document)).isInstanceOf(AssertionError.class);
    }

    @Proves("JSON:API 1.1, Links")
    @Test
    void a_document_with_a_null_pagination_link_passes_the_check() {
        validate("{\"data\": [], \"links\": {\"prev\": null}}");
    }
}
