package dev.registrar.resource.store;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.store.sql.SqlText;

/**
 * Who makes a change, in the terms of the CloudEvents extension "auth context".
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
     * Adds columns to the RETURNING clause of a change that set the actor in the settings of the transaction. The
     * triggers, which fire after that, read it there, so this needs no extra round trip.
     */
    void addTo(SqlText sql) {
        sql.add("set_config('registrar.authtype', ").argument(authType).add(", true)");
        sql.add(", set_config('registrar.authid', ").argument(authId).add(", true)");
    }
}
