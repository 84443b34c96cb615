package dev.registrar.resource.query.paging;

/** The part of a collection that a client requests. */
public sealed interface Page permits NumberedPage, CursorPage {
    int DEFAULT_SIZE = 20;
    int MAX_SIZE = 100;

    /** The maximum number of resources on it, from 1 to {@link #MAX_SIZE}. */
    int size();
}
