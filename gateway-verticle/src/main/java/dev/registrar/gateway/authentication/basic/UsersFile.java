package dev.registrar.gateway.authentication.basic;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.file.FileSystemException;
import io.vertx.ext.auth.properties.PropertyFileAuthentication;
import io.vertx.ext.auth.properties.PropertyFileAuthorization;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The users of Basic authentication and their roles, from a vertx-auth-properties file.
 *
 * @param persons the persons to whom users are bound, by the names of the users
 */
public record UsersFile(
        PropertyFileAuthentication users, PropertyFileAuthorization roles, Map<String, String> persons) {
    /**
     * Reads the file on a worker thread.
     *
     * @return the users; empty if Basic authentication is off; fails if the file cannot be read, has an invalid
     *     line, or has users or roles that could do nothing
     */
    public static Future<Optional<UsersFile>> load(Vertx vertx, BasicSettings settings) {
        return settings.isOffered()
                ? vertx.executeBlocking(() -> Optional.of(read(vertx, settings.usersFile())))
                : Future.succeededFuture(Optional.empty());
    }

    private static UsersFile read(Vertx vertx, String path) {
        var persons = UsersAndRoles.requireValid(path, content(vertx, path));
        return new UsersFile(
                PropertyFileAuthentication.create(vertx, path), PropertyFileAuthorization.create(vertx, path), persons);
    }

    private static String content(Vertx vertx, String path) {
        try {
            return vertx.fileSystem().readFileBlocking(path).toString(StandardCharsets.UTF_8);
        } catch (FileSystemException unreadable) {
            throw new IllegalArgumentException(
                    ("authentication.users-file: %s cannot be read; write this file, with lines user.NAME ="
                                    + " PASSWORD,ROLE,... and role.NAME = SCOPE,..., or set authentication.basic to false")
                            .formatted(path),
                    unreadable);
        }
    }
}
