package dev.registrar.resource.store;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;

/** A database with so many rows that PostgreSQL prefers an index as with a million. It shows how statements would be run. */
final class ExplainingDatabase implements AutoCloseable {
    /** The number of courses, of their terms, of registrations and of audit events. */
    static final int STORED = 30_000;

    private static final Set<String> TABLES = Set.of("courses", "course_terms", "registrations", "audit_events");

    private static final String ROWS = """
            SET session_replication_role = replica;
            INSERT INTO course.courses
            SELECT gen_random_uuid(), n % 9, n % 7, n % 300, n, 'C' || n, 'Name ' || n, 'text', current_date - n,
                current_date + n, 'user', current_date - n
            FROM generate_series(1, :stored) AS n;
            INSERT INTO course.course_terms
            SELECT gen_random_uuid(), 'T' || course_identifier, 0, true, effective_start_date, effective_end_date,
                'user', last_mod_date, id
            FROM course.courses;
            INSERT INTO registration.registrations (uni, enrollment, course_id, course_term_id, requested_at)
            SELECT 'u' || course_identifier, 'confirmed', c.id, t.id, now() - course_number::integer * interval '1 min'
            FROM course.courses c JOIN course.course_terms t ON t.course_id = c.id;
            INSERT INTO audit.audit_events
                (occurred_at, action, resource_type, resource_id, uni, former_uni, caller_name, request_id)
            SELECT now() - n * interval '1 min', 'updated', 't' || n % 3, gen_random_uuid(), 'u' || n, 'f' || n, 'c' || n % 700, 'r' || n
            FROM generate_series(1, :stored) AS n;
            VACUUM;
            ANALYZE""".replace(":stored", Integer.toString(STORED));

    private final Vertx vertx;
    private final Database database;

    /** Its simple queries need no arguments, so that PostgreSQL plans for any. */
    private final PgConnection generic;

    private ExplainingDatabase(Vertx vertx, Database database, PgConnection generic) {
        this.vertx = vertx;
        this.database = database;
        this.generic = generic;
    }

    /** Creates and fills a database on the server of this service. */
    static ExplainingDatabase on(Service service) throws SQLException {
        var uri = Sql.newDatabase(service.databaseUri());
        var configuration = Service.configuration(uri);
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        var vertx = Vertx.vertx();
        Await.success(Migrations.run(vertx, settings, CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA));
        Sql.execute(uri, ROWS.split(";", -1));
        var database = Await.success(Database.open(vertx, settings, TimeLimits.in(configuration), Pool.READ));
        var generic = Await.success(PgConnection.connect(vertx, uri));
        Await.success(generic.query("SET enable_seqscan = off").execute());
        return new ExplainingDatabase(vertx, database, generic);
    }

    /** Returns the plan of a statement as text. */
    String planOf(Statement statement) {
        var explain = new Statement("EXPLAIN " + statement.sql(), statement.arguments());
        var plan = new StringBuilder();
        Await.success(database.run(explain))
                .forEach(row -> plan.append(row.getString(0)).append('\n'));
        return plan.toString();
    }

    /**
     * How a statement reads the tables of resources, with a plan for its arguments and with the plan for any arguments that
     * PostgreSQL makes when it has run the statement a few times: "Index Scan" or "Seq Scan, filtered".
     */
    Set<String> readsOf(Statement statement) {
        Set<String> reads = new TreeSet<>();
        var explain = new Statement("EXPLAIN (FORMAT JSON) " + statement.sql(), statement.arguments());
        addReads(reads, Await.success(database.run(explain)).iterator().next().getJsonArray(0));
        addReads(
                reads,
                Await.success(generic.query("EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + statement.sql())
                                .execute())
                        .iterator()
                        .next()
                        .getJsonArray(0));
        return reads;
    }

    private static void addReads(Set<String> reads, Object plan) {
        if (plan instanceof JsonArray parts) {
            parts.forEach(part -> addReads(reads, part));
        } else if (plan instanceof JsonObject node) {
            if (TABLES.contains(node.getString("Relation Name", ""))) {
                reads.add(node.getString("Node Type") + (node.containsKey("Filter") ? ", filtered" : ""));
            }
            node.forEach(member -> addReads(reads, member.getValue()));
        }
    }

    @Override
    public void close() {
        Await.success(vertx.close());
    }
}
