package dev.registrar.server.development;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.Settings;
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

    private final Vertx vertx;
    private final JsonObject configuration;
    private final String database;
    private final AuthenticationSettings authentication;
    private final HttpSettings http;

    /**
     * Creates the message.
     *
     * @param database the URI of the database that was started; empty if the configured one is used, whose password is secret
     */
    DevelopmentBanner(Vertx vertx, JsonObject configuration, Optional<String> database) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.database = database.orElse("set by database.uri");
        authentication = Settings.read(configuration, "authentication", AuthenticationSettings.class);
        http = Settings.read(configuration, "http", HttpSettings.class);
    }

    Future<String> of(String url) {
        return new DevelopmentPasswords(vertx, configuration).shipped().map(shipped -> text(url, shipped));
    }

    private String text(String url, List<String> shipped) {
        return """
                Registrar is ready.

                  API            %s/v1/
                  Documentation  %s%s
                  Tutorial       %s%s
                  Users          %s
                  Database       %s
                  Try            curl %s%s %s/v1/courses/
                  Stop           Ctrl+C
                """.formatted(
                        url,
                        url,
                        DocumentationRoutes.PAGE,
                        url,
                        MarkdownPage.TUTORIAL.path(),
                        users(shipped),
                        database,
                        trust(),
                        credentials(shipped),
                        url);
    }

    private String users(List<String> shipped) {
        if (!authentication.basic().isOffered()) {
            return "managed by " + authentication.bearer().oauth2Issuer();
        }
        return shipped.isEmpty()
                ? "listed in " + authentication.basic().usersFile()
                : shipped.stream().map(RIGHTS::get).collect(Collectors.joining(", "));
    }

    private String trust() {
        return http.usesTls() ? "--cacert %s ".formatted(http.tlsCertificate()) : "";
    }

    private String credentials(List<String> shipped) {
        if (!authentication.basic().isOffered()) {
            return "-H 'Authorization: Bearer ACCESS_TOKEN'";
        }
        return shipped.stream()
                .reduce((first, last) -> last)
                .map(name -> "-u %s:%s".formatted(name, name))
                .orElse("-u USER:PASSWORD");
    }
}
