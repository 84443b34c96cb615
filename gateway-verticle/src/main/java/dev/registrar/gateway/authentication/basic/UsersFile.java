package dev.registrar.gateway.authentication.basic;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.file.FileSystemException;
import io.vertx.ext.auth.properties.PropertyFileAuthentication;
import io.vertx.ext.auth.properties.PropertyFileAuthorization;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The users of Basic authentication and their roles, from a vertx-auth-properties file. */
public record UsersFile(PropertyFileAuthentication users, PropertyFileAuthorization roles) {
    /** The toolkit would log any other line completely, including a password in it. */
    private static final Pattern LINE = Pattern.compile("(?:user|role)\\.\\s*[^=\\s][^=]*=.*|#.*|\\s*");

    /**
     * Reads the file on a worker thread.
     *
     * @return the users; empty if Basic authentication is off; fails if the file cannot be read or has an invalid line
     */
    public static Future<Optional<UsersFile>> load(Vertx vertx, BasicSettings settings) {
        return settings.isOffered()
                ? vertx.executeBlocking(() -> Optional.of(read(vertx, settings.usersFile())))
                : Future.succeededFuture(Optional.empty());
    }

    private static UsersFile read(Vertx vertx, String path) {
        requireReadable(vertx, path);
        return new UsersFile(
                PropertyFileAuthentication.create(vertx, path), PropertyFileAuthorization.create(vertx, path));
    }

    private static void requireReadable(Vertx vertx, String path) {
        var number = 0;
        for (var line : content(vertx, path).split("\n", -1)) {
            number++;
            if (!LINE.matcher(line.stripTrailing()).matches()) {
                throw new IllegalArgumentException(("authentication.users-file: in %s, line %d must be"
                                + " user.NAME = PASSWORD,ROLE,... or role.NAME = SCOPE,... or # COMMENT")
                        .formatted(path, number));
            }
        }
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
