package dev.registrar.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What clients were promised: every acknowledged registration, by its id, with the person it is for. */
public final class Journal {
    private static final Duration NO_LONGER_STUCK = Duration.ofSeconds(30);
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
    private static final String WENT_BACKWARDS = "SELECT registration FROM transitions WHERE before = 'confirmed'";
    private static final String DOUBLED =
            "SELECT uni FROM registration.registrations GROUP BY uni, course_id HAVING count(*) > 1";

    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    /** Lets the database keep a journal of its own of each change of an enrollment. */
    public static void audit(Connection session) throws SQLException {
        try (var statement = session.createStatement()) {
            statement.execute(AUDIT);
        }
    }

    void note(Response answer) {
        if (answer.status() == 201 || answer.status() == 202) {
            note(answer.id(), answer.text("/data/attributes/uni"));
        }
    }

    /** Notes that a registration was acknowledged to a person. */
    public void note(String id, String uni) {
        acknowledged.put(id, uni);
    }

    public int size() {
        return acknowledged.size();
    }

    /** Compares what was promised with what the API says, and with what the database has noted. */
    public void expectKept(Client client, Connection session) throws SQLException {
        Await.until(
                "no acknowledged registration is pending",
                NO_LONGER_STUCK,
                () -> shown(client, "pending").isEmpty());
        assertThat(shown(client, "confirmed"))
                .as("lost, or not as acknowledged")
                .containsAllEntriesOf(acknowledged);
        assertThat(ids(session, CONFIRMED_TWICE)).as("confirmed twice").isEmpty();
        assertThat(ids(session, WENT_BACKWARDS)).as("went backwards").isEmpty();
        assertThat(ids(session, DOUBLED)).as("doubled").isEmpty();
    }

    /** Those of the acknowledged registrations that the API shows in a state. */
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

    private static List<String> ids(Connection session, String query) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (var statement = session.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }
}
