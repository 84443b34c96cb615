package dev.registrar.resource.store;

import dev.registrar.resource.result.FoundItem;
import io.vertx.core.buffer.Buffer;

/** The document that a GET of one URL returns for a resource; entity tags refer to this document (RFC 9110, 8.8.3). */
public interface Representation {
    Buffer of(FoundItem found);
}
