package dev.registrar.testing.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of the audit table, as an operator reads them by SQL. */
public final class AuditRows {
    private static final String ALL = """
            SELECT to_jsonb(audited) FROM audit.audit_events audited WHERE resource_id = ?::uuid ORDER BY occurred_at, id""";

    private AuditRows() {}

    /** The rows about a resource, in the order of its changes. */
    public static List<JsonObject> of(String databaseUri, String resource) {
        try (var session = Sql.session(databaseUri);
                var statement = session.prepareStatement(ALL)) {
            statement.setString(1, resource);
            List<JsonObject> found = new ArrayList<>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(new JsonObject(rows.getString(1)));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The rows about a resource when there are this many. */
    @CanIgnoreReturnValue
    public static List<JsonObject> await(String databaseUri, String resource, int number) {
        Await.until(
                "there are %s audit rows".formatted(number),
                () -> of(databaseUri, resource).size() >= number);
        assertThat(of(databaseUri, resource)).hasSize(number);
        return of(databaseUri, resource);
    }
}
