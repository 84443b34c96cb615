package dev.registrar.resource.reply;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.util.UUID;

/** Reads the id and the relationship in the URL of a request; fails with {@code not_found} when they cannot exist. */
public final class RequestTarget {
    private RequestTarget() {}

    public static UUID id(ResourceRequest request, ResourceType type) {
        return request.id()
                .flatMap(Ids::parse)
                .orElseThrow(() -> NOT_FOUND
                        .because("There is nothing with this id among the %s; ids are UUIDs."
                                .formatted(Attribute.label(type.name())))
                        .asException());
    }

    public static Relationship relationship(ResourceRequest request, ResourceType type) {
        return request.relationship()
                .flatMap(type::relationship)
                .orElseThrow(() -> NOT_FOUND
                        .because("%s has no such relationship; %s"
                                .formatted(
                                        type,
                                        Misspelling.remedy(
                                                request.relationship().orElse(""),
                                                type.relationships().stream()
                                                        .map(Relationship::name)
                                                        .toList(),
                                                "its relationships")))
                        .asException());
    }

    public static JsonApiException notFound(ResourceType type) {
        return NOT_FOUND.because(ResourceType.nothingAmong(type.name())).asException();
    }
}
