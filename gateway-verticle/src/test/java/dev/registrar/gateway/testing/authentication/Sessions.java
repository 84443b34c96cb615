package dev.registrar.gateway.testing.authentication;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import java.util.Optional;

/** Sessions, as browsers open and use them. */
public final class Sessions {
    public static final String SESSIONS = "/v1/sessions/";

    private Sessions() {}

    /** Opens a session with the credentials of a client; the response has its cookies. */
    @CanIgnoreReturnValue
    public static Response open(Client client) {
        return client.send("POST", SESSIONS, Optional.empty()).expectStatus(204);
    }

    public static String cookie(Response opened, String name) {
        return opened.headers("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1, cookie.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    /** A browser that sends the cookies of a session, and nothing that a script would have to add. */
    public static Client browser(Client anonymous, Response opened) {
        return anonymous.withHeader(
                "Cookie",
                "registrar_session=%s; registrar_csrf=%s"
                        .formatted(cookie(opened, "registrar_session"), cookie(opened, "registrar_csrf")));
    }

    /** A script of a page, which adds the token that proves that it may change something. */
    public static Client script(Client anonymous, Response opened) {
        return browser(anonymous, opened).withHeader("X-CSRF-Token", cookie(opened, "registrar_csrf"));
    }
}
