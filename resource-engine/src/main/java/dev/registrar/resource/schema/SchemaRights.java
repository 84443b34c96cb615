package dev.registrar.resource.schema;

import dev.registrar.platform.database.JdbcSession;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import java.sql.SQLException;
import java.util.List;

/**
 * The rights of the database user of a node, who need not be the owner of the tables. Each check fails with what an
 * operator has to do.
 */
record SchemaRights(JdbcSession session) {
    /** The schema of the audit, which has no migrations of its own. */
    static final Schema AUDIT = new Schema("audit", 1, ResourceTypes.of());

    private static final String RIGHTS = "SELECT, INSERT, UPDATE, DELETE";

    /** The rows of the audit are never changed, and removed only by a function. */
    private static final String RIGHTS_OF_AUDIT = "SELECT, INSERT";

    /** One row if a table exists. */
    private static final String TABLE = "SELECT 'it exists' WHERE to_regclass('%s') IS NOT NULL";

    /** One row if the schema does not exist and the user may not create it. */
    private static final String MISSING_CREATE = """
            SELECT format('GRANT CREATE ON DATABASE %%I TO %%I', current_database(), current_user)
            WHERE to_regnamespace('%s') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE')""";

    /** One row with the owner of the tables of a schema, if the user may not change them. */
    private static final String OWNER = """
            SELECT pg_get_userbyid(relowner) FROM pg_class
            WHERE oid = to_regclass('%s.flyway_schema_history') AND NOT pg_has_role(relowner, 'USAGE')""";

    /**
     * The statements that grant what is missing. Tables of another owner than that of the schema do not belong to the
     * service.
     */
    private static final String MISSING = """
            WITH relation AS (
                SELECT c.oid, relkind, format('%%I.%%I', nspname, relname) AS name,
                    CASE WHEN relkind = 'S' THEN 'USAGE' WHEN relname IN ('flyway_schema_history', 'schema_version') THEN 'SELECT' ELSE '%2$s' END AS rights
                FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
                WHERE nspname = '%1$s' AND relowner = nspowner AND relkind IN ('r', 'S')
                    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype = 'i')
            ), missing AS (
                SELECT * FROM relation WHERE EXISTS (
                    SELECT FROM string_to_table(rights, ', ') AS single
                    WHERE CASE relkind WHEN 'S' THEN NOT has_sequence_privilege(oid, single) ELSE NOT has_table_privilege(oid, single) END)
            )
            SELECT format('GRANT USAGE ON SCHEMA %%I TO %%I', nspname, current_user) FROM pg_namespace
            WHERE nspname = '%1$s' AND NOT has_schema_privilege(oid, 'USAGE')
            UNION ALL
            SELECT format('GRANT %%s ON %%s %%s TO %%I', rights, CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
                string_agg(name, ', ' ORDER BY name), current_user)
            FROM missing GROUP BY rights, relkind""";

    /** Requires the rights to use the tables of a schema, if it exists. */
    void requireMayUse(Schema schema) throws SQLException {
        var missing = find(MISSING.formatted(schema.name(), schema.equals(AUDIT) ? RIGHTS_OF_AUDIT : RIGHTS));
        if (!missing.isEmpty()) {
            throw failure("the user lacks rights in its %s; run this as its owner: %s".formatted(schema, sql(missing)));
        }
    }

    void requireMayMigrate(Schema schema) throws SQLException {
        for (var owner : find(OWNER.formatted(schema.name()))) {
            throw failure(
                    "its %s lacks migrations of this version, and the user may not change it; run --migrate with the database.uri of the user %s, who owns it"
                            .formatted(schema, owner));
        }
        requireMayCreate(schema);
    }

    /** Requires the right to create a schema that does not exist. */
    void requireMayCreate(Schema schema) throws SQLException {
        var missing = find(MISSING_CREATE.formatted(schema.name()));
        if (!missing.isEmpty()) {
            throw failure(
                    "its %s is missing, and the user may not create it; run %s as the owner of the database, or --migrate with the database.uri of that user"
                            .formatted(schema, sql(missing)));
        }
    }

    /** Describes what a start will find and do, for operators; the audit has no version. */
    String stateOfAudit() throws SQLException {
        requireMayCreate(AUDIT);
        requireMayUse(AUDIT);
        var table = find(TABLE.formatted("audit.audit_events"));
        return table.isEmpty() ? "missing; a start creates it" : "changes can be recorded";
    }

    /** As it can be pasted into psql. */
    private static String sql(List<String> statements) {
        return String.join("; ", statements) + ";";
    }

    private StartException failure(String predicate) {
        return new StartException(StartFailure.SCHEMA, "%s: %s".formatted(session.uri(), predicate));
    }

    List<String> find(String sql) throws SQLException {
        return session.query(sql, row -> row.getString(1));
    }
}
