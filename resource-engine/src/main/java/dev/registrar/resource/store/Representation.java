package dev.registrar.resource.store;

import dev.registrar.resource.result.FoundItem;

/** The document that a GET of one URL returns of a resource (RFC 9110, 3.2). */
public interface Representation {
    String entityTag(FoundItem found);
}
