package dev.registrar.resource;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.RequestScope;

/** The replies to one request that changes a resource. */
public interface WriteReplies {
    RequestScope scope();

    /**
     * The change of the resource, with the preconditions in the request's headers.
     *
     * @param within the scope of the request, or of a transaction of it
     */
    ConditionalChange change(RequestScope within);

    ResourceReply done(FoundItem found);

    /** 202: the change is stored, and its processing continues. */
    ResourceReply accepted(FoundItem found);
}
