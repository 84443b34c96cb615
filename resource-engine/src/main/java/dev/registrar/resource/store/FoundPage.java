package dev.registrar.resource.store;

import dev.registrar.resource.document.writing.FoundResources;
import dev.registrar.resource.document.writing.PagePosition;

/** A page of a collection and what a client wanted included with it. */
public record FoundPage(FoundResources resources, PagePosition position, FoundIncludes includes) {

    public boolean isEmpty() {
        return !resources.rows().iterator().hasNext();
    }
}
