package dev.registrar.gateway.http;

import dev.registrar.gateway.authentication.session.OpenSession;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.time.temporal.ChronoUnit;

/** Writes the document about a session for the page that uses it. A session is no resource, so it is meta information. */
final class SessionDocument {
    private SessionDocument() {}

    /**
     * Writes the document.
     *
     * @param caller whose rights may be fewer by now than when the session was opened
     */
    static Buffer of(OpenSession session, Caller caller, String self) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("meta");
            out.writeStringField("caller", caller.name());
            if (caller.isBound() && !caller.isBoundToNobody()) {
                out.writeStringField("uni", caller.uni().get());
            }
            out.writeArrayFieldStart("scopes");
            for (var scope : caller.scopes().stream().sorted().toList()) {
                out.writeString(scope);
            }
            out.writeEndArray();
            out.writeStringField(
                    "ends_at", session.until().truncatedTo(ChronoUnit.SECONDS).toString());
            out.writeStringField("csrf_token", session.csrfToken());
            out.writeEndObject();
            out.writeObjectFieldStart("links");
            out.writeStringField("self", self);
            out.writeEndObject();
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }
}
