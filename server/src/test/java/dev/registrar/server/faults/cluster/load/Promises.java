package dev.registrar.server.faults.cluster.load;

import dev.registrar.server.faults.Journal;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
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

/** Records what clients have been told and any contradictions in it. Not thread-safe: one event loop uses it. */
public final class Promises {
    private final Random random = new Random(1);
    private final Journal journal = new Journal();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final Map<String, String> idOfUni = new HashMap<>();
    private final Set<String> confirmed = new HashSet<>();
    private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

    /** A registration that clients know of. */
    record Acknowledged(String id, String uni) {}

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
            journal.note(id, uni);
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
        return journal.size();
    }

    void contradict(String contradiction) {
        contradictions.add(contradiction);
    }

    /** Expects no contradictions, and that the API and the database agree with what clients were told. */
    public void expectKept(Client client, Connection session) throws SQLException {
        if (!contradictions.isEmpty()) {
            throw new AssertionError(String.join(System.lineSeparator(), contradictions));
        }
        journal.expectKept(client, session);
    }
}
