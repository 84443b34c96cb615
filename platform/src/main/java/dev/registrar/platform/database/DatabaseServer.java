package dev.registrar.platform.database;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Facts about the PostgreSQL server that a node checks before it starts.
 *
 * @param uri the server's URI
 * @param version the version, as the server reports it
 * @param number the version as a number: 180006 for 18.6
 * @param connections the maximum number of connections of all clients, without those reserved for superusers
 * @param used the number of connections in use
 */
public record DatabaseServer(DatabaseUri uri, String version, int number, int connections, int used) {
    private static final int OLDEST = 17;
    private static final int NUMBERS_OF_A_VERSION = 10_000;

    private static final String FACTS = """
            SELECT current_setting('server_version'),
                   current_setting('server_version_num')::int,
                   current_setting('max_connections')::int
                       - current_setting('superuser_reserved_connections')::int
                       - coalesce(current_setting('reserved_connections', true)::int, 0),
                   (SELECT sum(numbackends) - 1 FROM pg_stat_database)""";

    /** Queries the server. Fails with a sentence for operators when it is too old. */
    public static DatabaseServer ask(JdbcSession session) throws SQLException {
        return session.query(FACTS, row -> read(session.uri(), row)).get(0).requireVersion();
    }

    private static DatabaseServer read(DatabaseUri uri, ResultSet row) throws SQLException {
        return new DatabaseServer(uri, row.getString(1), row.getInt(2), row.getInt(3), row.getInt(4));
    }

    private DatabaseServer requireVersion() {
        if (number / NUMBERS_OF_A_VERSION < OLDEST) {
            throw new StartException(
                    StartFailure.DATABASE, "%s has version %s; it must be %s or later".formatted(uri, version, OLDEST));
        }
        return this;
    }

    /** Fails when the server can never allow a node to open this many connections. */
    public void requireConnections(int needed) {
        if (needed > connections) {
            throw new StartException(
                    StartFailure.DATABASE,
                    ("%s allows %s connections in total, and this node opens up to %s; raise max_connections"
                                    + " there, or lower database.pool-size")
                            .formatted(uri, connections, needed));
        }
    }

    public boolean hasFree(int needed) {
        return used + needed <= connections;
    }

    @Override
    public String toString() {
        return "%s, version %s, %s of %s connections in use".formatted(uri, version, used, connections);
    }
}
