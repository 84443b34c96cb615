package dev.registrar.resource.type;

/** What the server writes into an attribute that clients cannot set, at every change of the resource. */
public enum ServerValue {
    /** The name of the authenticated caller. */
    CALLER_NAME,
    /** The date, in UTC, by the database's clock. */
    CURRENT_DATE
}
