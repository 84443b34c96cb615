package dev.registrar.resource.query.paging;

/** The part of a collection that a client wants to see. */
public sealed interface Page permits NumberedPage, CursorPage {
    int DEFAULT_SIZE = 20;
    int MAX_SIZE = 100;

    /** How many resources it has at most, from 1 to {@link #MAX_SIZE}. */
    int size();
}
