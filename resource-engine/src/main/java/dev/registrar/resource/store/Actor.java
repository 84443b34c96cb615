package dev.registrar.resource.store;

import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.operations.TraceParent;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceRequest;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Who makes a change, for the events in the terms of the CloudEvents extension "auth context", and for the audit.
 *
 * @param authType {@code user} or {@code system}
 * @param authId the name of the caller, or of the process of the service
 * @param requestJson an object for the audit: the id of the request, who the caller is, and the trace; empty for a
 *     process of the service
 * @param trace that the request belongs to
 */
public record Actor(String authType, String authId, String requestJson, Optional<String> trace) {
    private static final String PROCESS = "system";

    public static Actor of(ResourceRequest request) {
        var caller = request.caller();
        var trace = RequestContext.current().flatMap(RequestContext::trace).map(TraceParent::toString);
        return new Actor("user", caller.name(), asJson(request.requestId(), caller, trace), trace);
    }

    /** A process of the service itself. */
    public static Actor system(String process) {
        return new Actor(PROCESS, process, "", Optional.empty());
    }

    /** A statement that makes it the actor of a transaction. */
    Statement ofTransaction() {
        var sql = new Sql().add("SELECT ");
        addTo(sql);
        return sql.finish();
    }

    boolean isProcess() {
        return authType.equals(PROCESS);
    }

    private static String asJson(String requestId, Caller caller, Optional<String> trace) {
        var json = new JsonObject()
                .put("id", requestId)
                .put("issuer", caller.issuer())
                .put("subject", caller.subject());
        caller.uni().ifPresent(uni -> json.put("uni", uni));
        trace.ifPresent(parent -> json.put(TraceParent.NAME, parent));
        return json.encode();
    }

    /**
     * Adds columns to the RETURNING clause of a change that set the actor in the settings of the transaction. The
     * triggers, which fire after that, read it there, so this needs no extra round trip.
     */
    void addTo(Sql sql) {
        addSetting(sql, "authtype", authType);
        addSetting(sql.add(", "), "authid", authId);
        addSetting(sql.add(", "), "request", requestJson);
    }

    private static void addSetting(Sql sql, String name, String value) {
        sql.add("set_config('registrar." + name + "', ?, true)", value);
    }
}
