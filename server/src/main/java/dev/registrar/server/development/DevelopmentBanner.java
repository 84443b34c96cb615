package dev.registrar.server.development;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.server.node.DevelopmentPasswords;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The message for developers when the service is ready: how to use it. */
final class DevelopmentBanner {
    private static final Map<String, String> RIGHTS = Map.of(
            "admin", "admin / admin (may read and change)",
            "student", "student / student (may register jd2031)",
            "reader", "reader / reader (may read)");

    private DevelopmentBanner() {}

    /**
     * Writes the message, with the URI of the database that was started; not with that of a configured one, whose
     * password is secret.
     */
    static Future<String> of(Vertx vertx, JsonObject configuration, Optional<String> database, String url) {
        return new DevelopmentPasswords(vertx, configuration).shipped().map(users -> """
                Registrar is ready.

                  API            %1$s/v1/
                  Documentation  %1$s%2$s
                  Tutorial       %1$s%3$s
                  Users          %4$s
                  Database       %5$s
                  Try            curl %6$s
                  Stop           Ctrl+C
                """.formatted(
                        url,
                        DocumentationRoutes.PAGE,
                        MarkdownPage.TUTORIAL.path(),
                        describe(users),
                        database.orElse("set by database.uri"),
                        request(users, url)));
    }

    private static String describe(List<String> users) {
        return users.isEmpty()
                ? "set by the section authentication"
                : users.stream().map(RIGHTS::get).collect(Collectors.joining(", "));
    }

    /** With the last user, who has the fewest rights; only the entry point can be read without one. */
    private static String request(List<String> users, String url) {
        return users.isEmpty()
                ? url + "/v1/"
                : "-u %1$s:%1$s %2$s/v1/courses/".formatted(users.get(users.size() - 1), url);
    }
}
