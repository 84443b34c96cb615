package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is older than its retention time is removed in batches, and nothing newer. */
class RetentionTest {
    /** More than fit into two batches. */
    private static final int MANY = 2_300;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_verticle_starts_on_a_database_with_old_rows() throws Exception {
        service = Service.start();
        insert("""
                INSERT INTO audit.audit_events (occurred_at, action, resource_type, resource_id)
                SELECT now() - (CASE WHEN n <= %1$s THEN 51 ELSE 49 END) * interval '1 hour', 'updated', 'retained', gen_random_uuid()
                FROM generate_series(1, %1$s + 3) n""");
        insert("""
                INSERT INTO course.events (occurred_at, position, change, type, subject, document)
                SELECT now() - (CASE WHEN n <= %1$s THEN 8 ELSE 6 END) * interval '1 hour',
                    nextval('course.events_position_seq'), 'updated', 'retained', gen_random_uuid(), '{}'
                FROM generate_series(1, %1$s + 3) n""");
        insert("""
                INSERT INTO course.idempotency_keys (caller, key, fingerprint, answered, status, document, created_at)
                SELECT 'retained', n, '', true, 201, '', now() - (CASE WHEN n <= %1$s THEN 31 ELSE 29 END) * interval '1 hour'
                FROM generate_series(1, %1$s + 3) n""");
        insert("""
                INSERT INTO session.sessions (id, caller, rights, content, nonce, key, request, opened_at, ends_at)
                SELECT 'retained' || n, '', '', '', '', '', '', now(), now() + (CASE WHEN n <= %1$s THEN -2 ELSE 2 END) * interval '1 hour'
                FROM generate_series(1, %1$s + 3) n""");
        insert("""
                INSERT INTO imports.imports (verticle, resource_type, match_by, import_mode, strict, dry_run, media_type, state, created_by,
                    caller, base_url, request_id, ended_at)
                SELECT 'none', 'retained', '', 'upsert', false, false, 'text/csv', 'done', '', '{}', '', '',
                    now() - (CASE WHEN n <= %1$s THEN 27 ELSE 25 END) * interval '1 hour'
                FROM generate_series(1, %1$s + 3) n""");
        insert("""
                INSERT INTO imports.rows (import_id, line, content)
                SELECT id, n, 'retained' FROM imports.imports, generate_series(1, 1) n WHERE resource_type = 'retained'""");
        var configuration = Service.configuration(service.databaseUri())
                .mergeIn(
                        new JsonObject()
                                .put("audit", new JsonObject().put("retention", "50 h"))
                                .put("events", new JsonObject().put("retention", "7 h"))
                                .put("imports", new JsonObject().put("retention", "26 h"))
                                .put("idempotency-keys", new JsonObject().put("retention", "30 h")),
                        true);
        var options = new DeploymentOptions().setConfig(configuration);
        Await.success(service.vertx().deployVerticle(new CourseVerticle(), options));
    }

    private static void insert(String sql) throws SQLException {
        Sql.execute(service.databaseUri(), sql.formatted(MANY));
    }

    private static void awaitRemoval(String rows) {
        Await.until("the old rows are removed from " + rows, () -> Sql.count(service.databaseUri(), rows) <= 3);
        assertThat(Sql.count(service.databaseUri(), rows)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audit.audit_events WHERE resource_type = 'retained'",
                "course.events WHERE type = 'retained'",
                "course.idempotency_keys WHERE caller = 'retained'",
                "session.sessions WHERE id LIKE 'retained%'",
                "imports.imports WHERE resource_type = 'retained'",
                "imports.rows WHERE content = 'retained'",
            })
    void only_rows_older_than_the_retention_time_are_removed(String rows) {
        awaitRemoval(rows);
    }

    /** Inserts audit events of different ages, and runs the function of the removal; returns the ages in hours of those left. */
    private static List<Integer> leftAfterPruning(String pruning, int... ages) throws SQLException {
        // Rows that this transaction locks would be skipped.
        awaitRemoval("audit.audit_events WHERE resource_type = 'retained'");
        List<Integer> left = new ArrayList<>();
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            for (var age : ages) {
                statement.execute("""
                        INSERT INTO audit.audit_events (occurred_at, action, resource_type, resource_id)
                        VALUES (now() - interval '%s hours', 'updated', 'new', gen_random_uuid())""".formatted(age));
            }
            statement.execute("SELECT " + pruning);
            var rows = statement.executeQuery("""
                    SELECT extract(epoch FROM now() - occurred_at)::int / 3600 FROM audit.audit_events
                    WHERE resource_type = 'new' ORDER BY occurred_at DESC""");
            while (rows.next()) {
                left.add(rows.getInt(1));
            }
            session.rollback();
        }
        return left;
    }

    @Test
    void audit_events_of_the_last_day_cannot_be_removed() throws SQLException {
        assertThat(leftAfterPruning("audit.prune(interval '0 s', 100000)", 23, 46))
                .containsExactly(23);
        assertThat(leftAfterPruning("audit.prune(NULL, NULL)", 23, 46)).containsExactly(23);
    }

    @Test
    void a_batch_of_audit_events_is_removed_at_a_time_the_oldest_first() throws SQLException {
        assertThat(leftAfterPruning("audit.prune(interval '25 h', 2)", 24, 70, 90, 80))
                .containsExactly(24, 70);
    }
}
