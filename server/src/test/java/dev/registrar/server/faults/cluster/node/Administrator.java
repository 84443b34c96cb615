package dev.registrar.server.faults.cluster.node;

import dev.registrar.testing.http.Client;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The user of all nodes. */
public final class Administrator {
    private static final String USER = "admin";
    private static final String PASSWORD = "known to tests";

    private Administrator() {}

    /** Returns the content of {@code users.properties}. */
    public static String usersFile() {
        return """
                user.%1$s = %2$s,administrator
                role.administrator = create,read,update,delete
                """.formatted(USER, PASSWORD);
    }

    public static Client client(String url) {
        return Client.of(url).withCredentials(USER, PASSWORD);
    }

    /** Returns the {@code Authorization} header, for requests that are not sent by a {@link Client}. */
    public static String authorization() {
        var credentials = USER + ":" + PASSWORD;
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }
}
