package dev.registrar.resource.store;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.store.sql.SqlText;

/**
 * Who causes a change, as the extension "auth context" of CloudEvents tells it.
 *
 * @param authType {@code user} or {@code system}
 * @param authId the name of the caller, or of the process of the service
 */
public record Actor(String authType, String authId) {

    public static Actor of(Caller caller) {
        return new Actor("user", caller.name());
    }

    /** A process of the service itself. */
    public static Actor system(String process) {
        return new Actor("system", process);
    }

    /**
     * Adds columns for a statement that changes something to return: its triggers, which fire after that, find the actor in
     * the settings of the transaction. So this takes no round trip.
     */
    void addTo(SqlText sql) {
        sql.add("set_config('registrar.authtype', ").argument(authType).add(", true)");
        sql.add(", set_config('registrar.authid', ").argument(authId).add(", true)");
    }
}
