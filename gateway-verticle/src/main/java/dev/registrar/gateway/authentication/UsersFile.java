package dev.registrar.gateway.authentication;

import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.file.FileSystemException;
import io.vertx.ext.auth.properties.PropertyFileAuthentication;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The users of Basic authentication, from a vertx-auth-properties file.
 *
 * @param users checks their passwords
 * @param callers by the names of the users
 */
public record UsersFile(PropertyFileAuthentication users, Map<String, Caller> callers) {
    /** Cannot be the identifier of an authorization server, because that is a URL. */
    private static final String ISSUER = "basic";

    /**
     * Reads the file on a worker thread.
     *
     * @return the users; empty if Basic authentication is off; fails if the file cannot be read, has an invalid
     *     line, or has users or roles that could do nothing
     */
    public static Future<Optional<UsersFile>> load(Vertx vertx, AuthenticationSettings.Basic settings) {
        return settings.basic()
                ? vertx.executeBlocking(() -> Optional.of(read(vertx, settings.usersFile())))
                : Future.succeededFuture(Optional.empty());
    }

    private static UsersFile read(Vertx vertx, String path) {
        var callers = UsersAndRoles.requireValid(path, content(vertx, path)).callers();
        return new UsersFile(PropertyFileAuthentication.create(vertx, path), callers);
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

    /**
     * The content of a vertx-auth-properties file, as Vert.x reads it. Vert.x accepts every user and role; this class
     * rejects those that could never do anything.
     *
     * @param roles the roles of each user, and the person to whom it is bound
     * @param scopes the scopes of each role
     */
    private record UsersAndRoles(Map<String, List<String>> roles, Map<String, List<String>> scopes) {
        private static final String ALL_SCOPES = "*";

        /** Begins the element of a user that binds it to a person. To Vert.x it is a role without permissions. */
        private static final String PERSON = "uni:";

        /** Vert.x would log any other line completely, including a password in it. */
        private static final Pattern LINE =
                Pattern.compile("(?<kind>user|role)\\.\\s*(?<name>[^=\\s][^=]*)=(?<values>.*)|#.*|\\s*");

        /**
         * Parses and checks the file.
         *
         * @throws IllegalArgumentException with every line, user and role that is wrong; contains no password
         */
        static UsersAndRoles requireValid(String path, String content) {
            var errors = new SettingsErrors();
            var file = new UsersAndRoles(new TreeMap<>(), new TreeMap<>());
            var number = 0;
            for (var line : content.split("\n", -1)) {
                number++;
                errors.require(
                        file.read(line.stripTrailing()),
                        "line %s must be user.NAME = PASSWORD,ROLE,... or role.NAME = SCOPE,... or # COMMENT"
                                .formatted(number));
            }
            errors.require(!file.roles.isEmpty(), "there is no user; add one, or set authentication.basic to false");
            file.roles.forEach((user, named) -> file.requireRoles(user, named, errors));
            file.scopes.forEach((role, scopes) -> requireScopes(role, scopes, errors));
            if (!errors.all().isEmpty()) {
                throw new IllegalArgumentException(
                        "authentication.users-file: in %s, %s".formatted(path, String.join("; ", errors.all())));
            }
            return file;
        }

        Map<String, Caller> callers() {
            return roles.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(
                            Map.Entry::getKey,
                            user -> new Caller(
                                    ISSUER,
                                    user.getKey(),
                                    user.getKey(),
                                    user.getValue().stream()
                                            .flatMap(this::scopesOf)
                                            .collect(Collectors.toSet()),
                                    personsIn(user.getValue()).findFirst())));
        }

        private Stream<String> scopesOf(String role) {
            var granted = scopes.getOrDefault(role, List.of());
            return granted.contains(ALL_SCOPES) ? Caller.SCOPES.stream() : granted.stream();
        }

        private static Stream<String> personsIn(List<String> named) {
            return named.stream()
                    .filter(element -> element.startsWith(PERSON))
                    .map(person -> person.substring(PERSON.length()));
        }

        /** Returns false if the line is malformed. */
        private boolean read(String line) {
            var parts = LINE.matcher(line);
            if (!parts.matches()) {
                return false;
            }
            if (parts.group("kind") != null) {
                var isUser = parts.group("kind").equals("user");
                var values = Stream.of(parts.group("values").split(",", -1)).map(String::trim);
                var named = values.skip(isUser ? 1 : 0)
                        .filter(value -> !value.isEmpty())
                        .toList();
                var name = parts.group("name").trim();
                if (isUser) {
                    roles.put(name, named);
                } else {
                    scopes.merge(
                            name,
                            named,
                            (first, more) ->
                                    Stream.concat(first.stream(), more.stream()).toList());
                }
            }
            return true;
        }

        private void requireRoles(String user, List<String> named, SettingsErrors errors) {
            var own = named.stream()
                    .filter(element -> !element.startsWith(PERSON))
                    .toList();
            errors.require(
                    !own.isEmpty(),
                    "user.%s has no role and could do nothing; write user.%s = PASSWORD,ROLE,..."
                            .formatted(user, user));
            requireOnePerson(user, personsIn(named).toList(), own, errors);
            for (var role : own) {
                errors.require(
                        scopes.containsKey(role),
                        "user.%s has the role %s, but there is no line role.%s".formatted(user, role, role));
            }
        }

        private void requireOnePerson(String user, List<String> persons, List<String> own, SettingsErrors errors) {
            errors.require(persons.size() <= 1, "user.%s is bound to several persons".formatted(user));
            for (var uni : persons) {
                errors.require(
                        Caller.isUni(uni),
                        "user.%s is bound to a person who cannot exist; write uni:UNI, where UNI is %s"
                                .formatted(user, Caller.EXPECTED_UNI));
            }
            errors.require(
                    persons.isEmpty() || own.stream().flatMap(this::scopesOf).noneMatch(Caller.ADMINISTRATIVE::equals),
                    "user.%s is bound to a person, but has the scope administrative, which concerns all persons"
                            .formatted(user));
        }

        private static void requireScopes(String role, List<String> named, SettingsErrors errors) {
            for (var scope : named) {
                errors.require(
                        Caller.SCOPES.contains(scope) || scope.equals(ALL_SCOPES),
                        "role.%s has the unknown scope %s; the scopes are %s"
                                .formatted(role, scope, String.join(", ", Caller.SCOPES)));
            }
        }
    }
}
