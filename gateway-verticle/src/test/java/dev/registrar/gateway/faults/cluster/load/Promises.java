package dev.registrar.gateway.faults.cluster.load;

import dev.registrar.gateway.faults.Journal;
import dev.registrar.gateway.testing.Client;
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

/** What clients have been told, and what of it contradicts itself. It is for one event loop, until the load has ended. */
public final class Promises {
    private final Random random = new Random(1);
    private final Journal journal = new Journal();
    private final List<Acknowledged> acknowledged = new ArrayList<>();
    private final Map<String, String> idOfUni = new HashMap<>();
    private final Set<String> confirmed = new HashSet<>();
    private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();

    /** A registration that clients know of. */
    record Acknowledged(String id, String uni) {}

    /** Notes the resource object of a registration, as a response shows it. */
    void note(String uni, JsonObject registration) {
        var id = registration.getString("id");
        var attributes = registration.getJsonObject("attributes");
        if (!attributes.getString("uni").equals(uni)) {
            contradict("Registration %s is of %s, not of %s".formatted(id, attributes.getString("uni"), uni));
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
            contradict("Registration %s was confirmed, and is %s".formatted(id, enrollment));
        }
    }

    /** Any of the registrations that clients know of. */
    Optional<Acknowledged> any() {
        return acknowledged.isEmpty()
                ? Optional.empty()
                : Optional.of(acknowledged.get(random.nextInt(acknowledged.size())));
    }

    public int size() {
        return journal.size();
    }

    void contradict(String what) {
        contradictions.add(what);
    }

    /** Compares what clients were told with what the API says now, and with what the database has noted. */
    public void expectKept(Client client, Connection session) throws SQLException {
        if (!contradictions.isEmpty()) {
            throw new AssertionError(String.join(System.lineSeparator(), contradictions));
        }
        journal.expectKept(client, session);
    }
}
