package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a compound document includes (JSON:API 1.0, "Compound Documents").
 *
 * @param here resources of this verticle, some of which may be there twice or be primary data
 * @param elsewhere resource objects that other verticles wrote
 */
public record Included(List<FoundResources> here, List<JsonNode> elsewhere) {
    public static final Included NOTHING = new Included(List.of(), List.of());
}
