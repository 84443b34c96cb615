package dev.registrar.gateway.authentication.basic;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.settings.SettingsErrors;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content of a vertx-auth-properties file, as the toolkit reads it. The toolkit accepts every user and role; this class
 * rejects those that could never do anything.
 *
 * @param roles the roles of each user
 * @param scopes the scopes of each role
 */
record UsersAndRoles(Map<String, List<String>> roles, Map<String, List<String>> scopes) {
    private static final String ALL_SCOPES = "*";

    /** The toolkit would log any other line completely, including a password in it. */
    private static final Pattern LINE =
            Pattern.compile("(?<kind>user|role)\\.\\s*(?<name>[^=\\s][^=]*)=(?<values>.*)|#.*|\\s*");

    /**
     * Parses and checks the file.
     *
     * @throws IllegalArgumentException with every line, user and role that is wrong; contains no password
     */
    static void requireValid(String path, String content) {
        var errors = new SettingsErrors();
        var file = new UsersAndRoles(new TreeMap<>(), new TreeMap<>());
        var number = 0;
        for (var line : content.split("\n", -1)) {
            number++;
            errors.require(
                    file.take(line.stripTrailing()),
                    "line %s must be user.NAME = PASSWORD,ROLE,... or role.NAME = SCOPE,... or # COMMENT"
                            .formatted(number));
        }
        errors.require(!file.roles.isEmpty(), "there is no user; add one, or set authentication.basic to false");
        file.roles.forEach((user, roles) -> file.requireRoles(user, roles, errors));
        file.scopes.forEach((role, scopes) -> requireScopes(role, scopes, errors));
        if (!errors.all().isEmpty()) {
            throw new IllegalArgumentException(
                    "authentication.users-file: in %s, %s".formatted(path, String.join("; ", errors.all())));
        }
    }

    /** Returns false if the line is malformed. */
    private boolean take(String line) {
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
            (isUser ? roles : scopes).put(parts.group("name").trim(), named);
        }
        return true;
    }

    private void requireRoles(String user, List<String> named, SettingsErrors errors) {
        errors.require(
                !named.isEmpty(),
                "user.%s has no role and could do nothing; write user.%s = PASSWORD,ROLE,...".formatted(user, user));
        for (var role : named) {
            errors.require(
                    scopes.containsKey(role),
                    "user.%s has the role %s, but there is no line role.%s".formatted(user, role, role));
        }
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
