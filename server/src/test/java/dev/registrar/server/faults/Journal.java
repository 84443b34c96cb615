package dev.registrar.server.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Records every registration that was acknowledged to a client, and checks that the service has kept it. */
public final class Journal {
    private static final Duration PENDING_LIMIT = Duration.ofSeconds(30);
    private static final int PAGE = 100;

    private static final String AUDIT = """
            CREATE TABLE transitions (registration uuid, before text, after text);
            CREATE FUNCTION note_transition() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO public.transitions VALUES (NEW.id, OLD.enrollment, NEW.enrollment);
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_transition AFTER UPDATE ON registration.registrations
                FOR EACH ROW WHEN (OLD.enrollment <> NEW.enrollment) EXECUTE FUNCTION note_transition();
            """;

    private static final String CONFIRMED_TWICE =
            "SELECT registration FROM transitions WHERE after = 'confirmed' GROUP BY registration HAVING count(*) > 1";
    private static final String UNCONFIRMED = "SELECT registration FROM transitions WHERE before = 'confirmed'";
    private static final String DUPLICATED =
            "SELECT uni FROM registration.registrations GROUP BY uni, course_id HAVING count(*) > 1";

    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    /** Creates a trigger in the database that records each change of an enrollment. */
    public static void audit(Connection session) throws SQLException {
        Sql.execute(session, AUDIT);
    }

    void note(Response response) {
        if (response.status() == 201 || response.status() == 202) {
            note(response.id(), response.text("/data/attributes/uni"));
        }
    }

    /** Records that a registration of this person was acknowledged. */
    public void note(String id, String uni) {
        acknowledged.put(id, uni);
    }

    public int size() {
        return acknowledged.size();
    }

    /** Compares the acknowledged registrations with those of the API, and checks the recorded changes of enrollments. */
    public void expectKept(Client client, Connection session) throws SQLException {
        Await.until(
                "no acknowledged registration is pending",
                PENDING_LIMIT,
                () -> shown(client, "pending").isEmpty());
        assertThat(shown(client, "confirmed"))
                .as("lost, or different from what was acknowledged")
                .containsAllEntriesOf(acknowledged);
        assertThat(Sql.read(session, CONFIRMED_TWICE)).as("confirmed twice").isEmpty();
        assertThat(Sql.read(session, UNCONFIRMED)).as("no longer confirmed").isEmpty();
        assertThat(Sql.read(session, DUPLICATED)).as("duplicated").isEmpty();
    }

    /** Returns the acknowledged registrations that the API shows in this state, as ids with the person of each. */
    private Map<String, String> shown(Client client, String state) {
        Map<String, String> shown = new HashMap<>();
        var ids = List.copyOf(acknowledged.keySet());
        for (var from = 0; from < ids.size(); from += PAGE) {
            var some = String.join(",", ids.subList(from, Math.min(from + PAGE, ids.size())));
            client.get("/v1/registrations/?page[size]=100&filter[enrollment]=%s&filter[id]=%s".formatted(state, some))
                    .expectStatus(200)
                    .at("/data")
                    .forEach(found -> shown.put(
                            found.path("id").asText(),
                            found.at("/attributes/uni").asText()));
        }
        return shown;
    }
}
