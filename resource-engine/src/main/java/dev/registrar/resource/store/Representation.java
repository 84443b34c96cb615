package dev.registrar.resource.store;

import dev.registrar.resource.result.FoundItem;
import io.vertx.core.buffer.Buffer;

/** What a GET of one URL returns of a resource: entity tags are about this document (RFC 9110, 8.8.3). */
public interface Representation {
    Buffer of(FoundItem found);
}
