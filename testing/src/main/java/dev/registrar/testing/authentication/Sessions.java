package dev.registrar.testing.authentication;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import java.util.Optional;

/** Opens and uses sessions as browsers do. */
public final class Sessions {
    public static final String SESSIONS = "/v1/sessions/";

    private Sessions() {}

    /** Opens a session with the credentials of a client; the response sets the session's cookies. */
    @CanIgnoreReturnValue
    public static Response open(Client client) {
        return client.send("POST", SESSIONS, Optional.empty()).expectStatus(200);
    }

    public static String cookie(Response opened, String name) {
        return opened.headers("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1, cookie.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    /** Returns a browser that sends the cookies of a session, but no CSRF token. */
    public static Client browser(Client anonymous, Response opened) {
        return anonymous.withHeader(
                "Cookie",
                "registrar_session=%s; registrar_csrf=%s"
                        .formatted(cookie(opened, "registrar_session"), cookie(opened, "registrar_csrf")));
    }

    /** Returns a script of the site's own pages: it sends the cookies of a session and the CSRF token. */
    public static Client script(Client anonymous, Response opened) {
        return browser(anonymous, opened).withHeader("X-CSRF-Token", cookie(opened, "registrar_csrf"));
    }
}
