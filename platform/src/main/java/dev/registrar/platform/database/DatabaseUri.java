package dev.registrar.platform.database;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.vertx.pgclient.PgConnectOptions;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The server and the login of PostgreSQL: {@code postgresql://user:password@host:port/database?sslmode=verify-full}. It
 * is parsed once, so it has the same meaning for the driver of statements and for that of migrations. No message
 * repeats a part of it that may belong to a password.
 */
public final class DatabaseUri {
    private static final int DEFAULT_PORT = 5432;
    private static final int MAX_PORT = 65_535;

    private static final String NO_DELIMITER = "[^/?#@\\s]";
    private static final Pattern FORM = Pattern.compile("postgres(?:ql)?://"
            + "(?<user>[^:/?#@\\s]*)(?::(?<password>" + NO_DELIMITER + "*))?@"
            + "(?<location>" + NO_DELIMITER + "*)"
            + "/(?<database>" + NO_DELIMITER + "*)"
            + "(?:\\?(?<parameters>[^#@\\s]*))?");

    private static final Pattern LOCATION = Pattern.compile("(?<host>\\[[^\\]]*]|[^:\\[\\]]+)(?::(?<port>\\d{1,5}))?");

    /** Only text that looks like the name of a parameter is repeated in a message. */
    private static final Pattern PARAMETER = Pattern.compile("(?<name>[a-zA-Z_]+)=(?<value>.*)");

    private final String text;
    private final String host;
    private final PgConnectOptions options;
    private final DatabaseTls tls;

    private DatabaseUri(Matcher parts, Matcher location) {
        text = parts.group();
        host = location.group("host");
        options = new PgConnectOptions()
                .setHost(host.replaceAll("[\\[\\]]", ""))
                .setPort(port(location.group("port")))
                .setDatabase(required("database", parts.group("database")))
                .setUser(required("user", parts.group("user")))
                .setPassword(parts.group("password") == null ? "" : decode(parts.group("password")));
        tls = DatabaseTls.of(parameters(parts.group("parameters")));
        tls.applyTo(options);
    }

    /**
     * Reads the configuration key {@code database.uri}. If it is invalid, the message of the {@link
     * IllegalArgumentException} says what is wrong, but does not contain the value.
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static DatabaseUri parse(String uri) {
        if (uri.isBlank()) {
            throw invalid("is missing; set it, or the environment variable REGISTRAR_DATABASE_URI, to"
                    + " postgresql://user:password@host/name");
        }
        var parts = matching(FORM, uri);
        if (parts.group("location").contains(",")) {
            throw invalid("names several hosts; name one");
        }
        return new DatabaseUri(parts, matching(LOCATION, parts.group("location")));
    }

    private static Matcher matching(Pattern pattern, String text) {
        var matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw notAUri();
        }
        return matcher;
    }

    private static int port(String digits) {
        var port = digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
        if (port < 1 || port > MAX_PORT) {
            throw invalid("has a port that is not from 1 to 65535");
        }
        return port;
    }

    private static String required(String part, String encoded) {
        if (encoded.isEmpty()) {
            throw invalid("must name a %s: postgresql://user:password@host/name".formatted(part));
        }
        return decode(encoded);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null && !query.isEmpty()) {
            for (var pair : query.split("&", -1)) {
                var parameter = matching(PARAMETER, pair);
                var name = parameter.group("name");
                if (!DatabaseTls.PARAMETERS.contains(name)) {
                    throw invalid("has the parameter \"%s\", which is not supported; supported are %s"
                            .formatted(name, String.join(", ", DatabaseTls.PARAMETERS)));
                }
                if (parameters.put(name, decode(parameter.group("value"))) != null) {
                    throw invalid("has the parameter \"%s\" twice".formatted(name));
                }
            }
        }
        return parameters;
    }

    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException quotesWhatItCannotDecode) {
            throw notAUri();
        }
    }

    private static IllegalArgumentException notAUri() {
        return invalid("is not a PostgreSQL URI such as postgresql://user:password@host:5432/name?sslmode=verify-full;"
                + " percent-encode special characters in user and password");
    }

    static IllegalArgumentException invalid(String predicate) {
        return new IllegalArgumentException("database.uri " + predicate);
    }

    /** The options for the driver of statements. */
    public PgConnectOptions connectOptions() {
        return new PgConnectOptions(options);
    }

    /**
     * Opens sessions by the driver of migrations, which PostgreSQL shows by this name; the parameters are those of
     * the driver.
     */
    PGSimpleDataSource sessions(String name, Map<String, String> parameters) throws SQLException {
        var sessions = new PGSimpleDataSource();
        sessions.setServerNames(new String[] {host});
        sessions.setPortNumbers(new int[] {options.getPort()});
        sessions.setDatabaseName(options.getDatabase());
        sessions.setUser(options.getUser());
        sessions.setPassword(options.getPassword());
        sessions.setApplicationName(name);
        tls.applyTo(sessions);
        for (var parameter : parameters.entrySet()) {
            sessions.setProperty(parameter.getKey(), parameter.getValue());
        }
        return sessions;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DatabaseUri uri && text.equals(uri.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The server only; messages must not contain anything else. */
    @Override
    public String toString() {
        return "PostgreSQL at %s:%s".formatted(host, options.getPort());
    }
}
