package dev.registrar.resource.type;

/** What the server sets an attribute to at every change of the resource. */
public enum ServerValue {
    /** The name of the authenticated caller. */
    CALLER_NAME,
    /** The current date in UTC, by the database's clock. */
    CURRENT_DATE
}
