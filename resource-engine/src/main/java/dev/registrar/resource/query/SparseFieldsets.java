package dev.registrar.resource.query;

import java.util.Map;
import java.util.Set;

/**
 * The fields (attributes and relationships) of each type to show (JSON:API 1.0, "Sparse Fieldsets").
 *
 * @param byType the fields of the types that the client restricts; all other types show every field
 */
public record SparseFieldsets(Map<String, Set<String>> byType) {
    public static final int MAX_FIELDS = 50;
    public static final SparseFieldsets ALL = new SparseFieldsets(Map.of());

    public boolean shows(String type, String field) {
        var fields = byType.get(type);
        return fields == null || fields.contains(field);
    }

    public boolean restricts(String type) {
        return byType.containsKey(type);
    }
}
