package dev.registrar.server.webhooks;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.Launcher;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.webhooks.Receiver.Delivery;
import dev.registrar.server.webhooks.Receiver.Reaction;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A node in a JVM of its own is killed while it delivers, and another node of the same service continues. */
@Tag("faults")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class WebhookNodeLossTest {
    private static final int COURSES = 5;
    private static final int SOME = 20;

    private final Vertx vertx = Vertx.vertx();
    private final CountDownLatch isHeld = new CountDownLatch(1);
    private final CountDownLatch isKilled = new CountDownLatch(1);
    private TestDatabase database;
    private Receiver receiver;
    private JsonObject sections;
    private Client client;
    private volatile boolean isOver;

    @BeforeEach
    void start() throws Exception {
        database = ServiceDatabase.start();
        receiver = Receiver.start();
        sections = WebhookSection.sections(WebhookSection.endpoint("library", receiver));
        // So long that a node on a busy machine does not lose its claim before it is killed.
        sections.getJsonObject("webhooks").put("lease", "4 s");
    }

    @AfterEach
    void stop() {
        isOver = true;
        isKilled.countDown();
        Await.success(vertx.close());
        receiver.close();
        database.close();
    }

    /** A node that holds the claim, because it is alone at first. */
    private ServiceProcess holder(Path folder) {
        Map<String, String> environment = new HashMap<>(Map.of("REGISTRAR_DATABASE_URI", database.uri()));
        for (var section : List.of("webhooks", "events")) {
            sections.getJsonObject(section)
                    .forEach(setting -> environment.put(
                            "REGISTRAR_%s_%s"
                                    .formatted(section, setting.getKey().replace('-', '_'))
                                    .toUpperCase(Locale.ROOT),
                            setting.getValue().toString()));
        }
        var node = ServiceProcess.launch(Launcher.class, environment, "--roles", "course", "--conf", folder.toString());
        Await.until("the node has the claim, or has ended", () -> claim() == 1 || !node.isAlive());
        assertThat(node.isAlive()).as(node.output()).isTrue();
        return node;
    }

    private void startOtherNode() {
        var configuration = Service.configuration(database.uri()).mergeIn(sections, true);
        var port = Await.success(new Deployment(vertx, configuration).start());
        client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
    }

    /** The number of workers that have held the claim; 0 while there is no endpoint. */
    private long claim() {
        return Sql.readNumber(database.uri(), "SELECT coalesce(max(claim), 0) FROM course.webhook_endpoints");
    }

    /** Renames all courses to 1, 2, 3 and so on, until the end; returns the last name. */
    private int rename(List<String> courses) {
        var name = 0;
        while (!isOver) {
            name++;
            for (var id : courses) {
                client.patch(
                                "/v1/courses/%s/".formatted(id),
                                Document.of("courses", id).attribute("course_name", Integer.toString(name)))
                        .expectStatus(200);
            }
        }
        return name;
    }

    /** Neither accepts nor rejects events of this course before the node is killed, so that it is killed while it delivers. */
    private void holdDeliveries(String course) {
        receiver.reacting(event -> {
            if (isKilled.getCount() == 0 || !event.getString("subject").equals("courses/" + course)) {
                return Reaction.OK;
            }
            isHeld.countDown();
            assertThat(isKilled.await(30, TimeUnit.SECONDS)).isTrue();
            return Reaction.of(500);
        });
    }

    private void awaitDeliveries(int number) {
        Await.until("%s deliveries".formatted(number), () -> receiver.all().size() >= number);
    }

    /** The names of a course as a receiver learns them that ignores repeated events. */
    private List<String> receivedNames(String course) {
        var known = new HashSet<String>();
        return receiver.accepted("courses/" + course).stream()
                .filter(delivery -> known.add(delivery.header("webhook-id")))
                .map(Delivery::courseName)
                .toList();
    }

    @Test
    void another_node_continues_without_loss_and_in_order_when_the_one_that_delivers_is_killed(@TempDir Path folder) {
        var holder = holder(folder);
        startOtherNode();
        var courses = Stream.generate(() -> client.post("/v1/courses/", course(unique("LOSS"), "0"))
                        .expectStatus(201)
                        .id())
                .limit(COURSES)
                .toList();
        var writer = CompletableFuture.supplyAsync(() -> rename(courses));
        awaitDeliveries(SOME);
        holdDeliveries(courses.get(0));
        Await.until("a delivery in progress", () -> isHeld.getCount() == 0);
        assertThat(claim()).isEqualTo(1);

        holder.end("KILL");
        isKilled.countDown();
        awaitDeliveries(receiver.all().size() + SOME);
        isOver = true;

        var names = IntStream.rangeClosed(0, writer.join())
                .mapToObj(Integer::toString)
                .toList();
        for (var id : courses) {
            Await.until("all events", () -> receivedNames(id).size() >= names.size());
            assertThat(receivedNames(id)).isEqualTo(names);
        }
        assertThat(claim()).isEqualTo(2);
    }
}
