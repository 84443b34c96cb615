package dev.registrar.platform.database;

import java.util.Map;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens the sessions of one piece of blocking work, those of Flyway included. They have a name of their own, by which
 * PostgreSQL shows them.
 */
public final class JdbcSessions extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;

    /** In seconds. There is no limit for statements, because a migration may take long. */
    private static final Map<String, String> PARAMETERS =
            Map.of("connectTimeout", "10", "loginTimeout", "10", "tcpKeepAlive", "true");

    private static final int LENGTH_OF_SUFFIX = 8;

    private final transient DatabaseUri uri;

    JdbcSessions(DatabaseUri uri) {
        this.uri = uri;
        setUrl(uri.jdbcUrl(PARAMETERS));
        setUser(uri.user());
        setPassword(uri.password());
        setApplicationName("registrar preparing " + UUID.randomUUID().toString().substring(0, LENGTH_OF_SUFFIX));
    }

    /** The server, as messages name it. */
    public DatabaseUri uri() {
        return uri;
    }
}
