package dev.registrar.server.faults.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Records what clients have been told and any contradictions in it, and checks that the service has kept it. Not thread-safe: one
 * event loop uses it.
 */
public final class Promises {
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

    private final Random random = new Random(1);
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final Map<String, String> idOfUni = new HashMap<>();
    private final Set<String> confirmed = new HashSet<>();
    private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

    /** A registration that clients know of. */
    record Acknowledged(String id, String uni) {}

    /** Creates a trigger in the database that records each change of an enrollment. */
    public static void audit(Connection session) throws SQLException {
        Sql.execute(session, AUDIT);
    }

    /** Records the resource object of a registration from a response. */
    void note(String uni, JsonObject registration) {
        var id = registration.getString("id");
        var attributes = registration.getJsonObject("attributes");
        if (!attributes.getString("uni").equals(uni)) {
            contradict("Registration %s is of %s, but was expected to be of %s"
                    .formatted(id, attributes.getString("uni"), uni));
        }
        var earlier = idOfUni.putIfAbsent(uni, id);
        if (earlier == null) {
            acknowledged.add(new Acknowledged(id, uni));
        } else if (!earlier.equals(id)) {
            contradict("%s is registered twice, as %s and as %s".formatted(uni, earlier, id));
        }
        noteState(id, attributes.getString("enrollment"));
    }

    private void noteState(String id, String enrollment) {
        if (enrollment.equals("confirmed")) {
            confirmed.add(id);
        } else if (confirmed.contains(id)) {
            contradict("Registration %s was confirmed, but is now %s".formatted(id, enrollment));
        }
    }

    /** Returns a random one of the registrations that clients know of. */
    Optional<Acknowledged> any() {
        return acknowledged.isEmpty()
                ? Optional.empty()
                : Optional.of(acknowledged.get(random.nextInt(acknowledged.size())));
    }

    public int size() {
        return acknowledged.size();
    }

    void contradict(String contradiction) {
        contradictions.add(contradiction);
    }

    /** Expects no contradictions, and that the API and the database agree with what clients were told. */
    public void expectKept(Client client, Connection session) throws SQLException {
        if (!contradictions.isEmpty()) {
            throw new AssertionError(String.join(System.lineSeparator(), contradictions));
        }
        Await.until(
                "no acknowledged registration is pending",
                PENDING_LIMIT,
                () -> shown(client, "pending").isEmpty());
        assertThat(shown(client, "confirmed"))
                .as("lost, or different from what was acknowledged")
                .containsAllEntriesOf(
                        acknowledged.stream().collect(Collectors.toMap(Acknowledged::id, Acknowledged::uni)));
        assertThat(Sql.read(session, CONFIRMED_TWICE)).as("confirmed twice").isEmpty();
        assertThat(Sql.read(session, UNCONFIRMED)).as("no longer confirmed").isEmpty();
        assertThat(Sql.read(session, DUPLICATED)).as("duplicated").isEmpty();
    }

    /** Returns the acknowledged registrations that the API shows in this state, as ids with the person of each. */
    private Map<String, String> shown(Client client, String state) {
        Map<String, String> shown = new HashMap<>();
        var ids = acknowledged.stream().map(Acknowledged::id).toList();
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
