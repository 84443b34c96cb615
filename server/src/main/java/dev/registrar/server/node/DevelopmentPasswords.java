package dev.registrar.server.node;

import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.UsersFile;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.authentication.UsernamePasswordCredentials;
import java.util.List;
import java.util.stream.IntStream;

/** The passwords in the public {@code conf/users.properties}. */
public final class DevelopmentPasswords {
    private static final List<UsernamePasswordCredentials> SHIPPED = List.of(
            new UsernamePasswordCredentials("admin", "admin"),
            new UsernamePasswordCredentials("student", "student"),
            new UsernamePasswordCredentials("reader", "reader"));

    private final Vertx vertx;
    private final AuthenticationSettings.Basic settings;

    public DevelopmentPasswords(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        settings = Settings.read(configuration, "authentication", AuthenticationSettings.class)
                .basic();
    }

    /** Fails if one of them is still in use. */
    Future<Void> requireNone() {
        return shipped()
                .compose(names -> names.isEmpty()
                        ? Future.succeededFuture()
                        : Future.failedFuture(new StartException(
                                StartFailure.CONFIGURATION,
                                ("authentication.users-file: in %s, the default password of %s is public; change it, or"
                                                + " set authentication.basic to false")
                                        .formatted(settings.usersFile(), String.join(" and of ", names)))));
    }

    /** Returns the users who still have the shipped passwords. */
    public Future<List<String>> shipped() {
        return UsersFile.load(vertx, settings)
                .compose(users ->
                        users.map(DevelopmentPasswords::shippedIn).orElseGet(() -> Future.succeededFuture(List.of())));
    }

    private static Future<List<String>> shippedIn(UsersFile file) {
        var attempts = SHIPPED.stream().map(file.users()::authenticate).toList();
        return Future.join(attempts)
                .transform(tried -> Future.succeededFuture(IntStream.range(0, SHIPPED.size())
                        .filter(index -> attempts.get(index).succeeded())
                        .mapToObj(index -> SHIPPED.get(index).getUsername())
                        .toList()));
    }
}
