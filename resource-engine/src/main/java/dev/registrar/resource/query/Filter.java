package dev.registrar.resource.query;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** A condition on the resources of a collection. */
public sealed interface Filter {

    /**
     * Compares an attribute.
     *
     * @param values of the attribute's kind; for {@link FilterOperator#ISNULL} one Boolean
     */
    record ByAttribute(Attribute attribute, FilterOperator operator, List<Object> values) implements Filter {}

    /** Selects resources with one of these ids. */
    record ById(List<UUID> ids) implements Filter {}

    /** Selects resources whose to-one relationship leads to one of these ids. */
    record ByLinkage(ToOne relationship, List<UUID> ids) implements Filter {}

    /**
     * Selects resources that have a related resource for which all conditions hold.
     *
     * @param conditions at least one; all are on the same related resource
     */
    record ByRelated(Relationship relationship, ResourceType target, List<Filter> conditions) implements Filter {
        public ByRelated and(ByRelated other) {
            return new ByRelated(
                    relationship,
                    target,
                    Stream.concat(conditions.stream(), other.conditions.stream())
                            .toList());
        }
    }

    /**
     * Selects resources whose texts contain every word, or a word that begins with it. Letter case and accents do not
     * matter.
     *
     * @param attributes the texts, all of which have one index together
     * @param words the words as the client sent them, with at least one letter or digit
     */
    record BySearch(ResourceType type, List<Attribute> attributes, String words) implements Filter {
        public static final int MAX_WORDS = 8;
    }
}
