package dev.registrar.server.faults;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Deployment;
import dev.registrar.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole service in one JVM, with all roles and a verticle that decides on enrollments. A test controls the decisions by
 * writing a behaviour into a file.
 */
final class DecidedNode {
    /** The environment variable that names the file. */
    static final String BEHAVIOUR = "DECIDER_BEHAVIOUR";

    private static final Logger LOG = LoggerFactory.getLogger(DecidedNode.class);
    private static final JsonObject CONFIRM = new JsonObject().put("decision", "confirm");
    private static final JsonObject REJECT =
            new JsonObject().put("decision", "reject").put("reason", "The course is full.");
    private static final String REJECT_LATE = "reject late";
    private static final long SLOW_MILLIS = 1_200;
    private static final long BEHAVIOUR_CHECK_MILLIS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final Path behaviour = Path.of(System.getenv(BEHAVIOUR));
    private final List<Message<JsonObject>> rejected = new ArrayList<>();

    private DecidedNode() {}

    public static void main(String[] arguments) {
        new DecidedNode().start();
    }

    private void start() {
        vertx.setPeriodic(BEHAVIOUR_CHECK_MILLIS, timer -> rejectLate());
        vertx.eventBus().consumer("registrar.enrollment.decide", this::decide);
        var port = Await.success(new Deployment(
                        vertx,
                        Configuration.load(System.getenv(), System.getProperties())
                                .values())
                .start());
        LOG.info("ready at http://127.0.0.1:{}", port);
    }

    private void rejectLate() {
        if (!behaviour().equals(REJECT_LATE)) {
            rejected.forEach(message -> message.reply(REJECT));
            rejected.clear();
        }
    }

    private void decide(Message<JsonObject> message) {
        switch (behaviour()) {
            case "confirm" -> message.reply(CONFIRM);
            case "slow" -> vertx.setTimer(SLOW_MILLIS, later -> message.reply(CONFIRM));
            case REJECT_LATE -> rejected.add(message);
            default -> {
                // It never replies.
            }
        }
    }

    private String behaviour() {
        try {
            return Files.readString(behaviour);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
