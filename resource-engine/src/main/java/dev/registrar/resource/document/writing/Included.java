package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What a compound document includes (JSON:API 1.0, "Compound Documents").
 *
 * @param local resources of this verticle, some of which may be there twice or be primary data
 * @param remote resource objects that other verticles wrote
 */
public record Included(List<FoundResources> local, List<JsonNode> remote) {
    public static final Included NOTHING = new Included(List.of(), List.of());
}
