package dev.registrar.resource.reply;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.Representation;
import io.vertx.core.buffer.Buffer;

/**
 * The replies to one request that changes a resource. Their document is also the one that its preconditions refer to.
 */
public interface WriteReplies extends Representation {

    ResourceRequest request();

    /** The change of the resource, with the preconditions in the request's headers. */
    ConditionalChange change();

    /** The document that a GET of the request's URL returns. */
    Buffer document(FoundItem found);

    @Override
    default String entityTag(FoundItem found) {
        return EntityTag.of(document(found));
    }

    /** The reply to a change that is complete. */
    ResourceReply done(FoundItem found);

    /** 202: the change is stored, and its processing continues. */
    ResourceReply accepted(FoundItem found);
}
