package dev.registrar.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import dev.registrar.testing.Names;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The positions of events after a restore. */
@EnabledIf("isPossible")
@ExtendWith(VertxExtension.class)
class RestoredPositionsTest {
    private static final String SUBJECT = "/relationships/subject/data/id";

    @TempDir
    private Path folder;

    @AutoClose
    private static Receiver library;

    @AutoClose
    private static Service service;

    static boolean isPossible() {
        return Program.isInstalled("psql");
    }

    @BeforeAll
    static void a_service_with_a_webhook() throws Exception {
        library = Receiver.start();
        service = Service.start(sections());
    }

    private static JsonObject sections() {
        return WebhookSection.sections(WebhookSection.endpoint("library", library));
    }

    private static String newCourse(Client admin) {
        return admin.post("/v1/courses/", Documents.course(Names.unique("KEPT"), "Logic"))
                .expectStatus(201)
                .id();
    }

    private static void awaitDelivery(String course) {
        Await.until(
                "the webhook has received the event of " + course,
                () -> library.accepted("courses/" + course).size() == 1);
    }

    @Test
    void followers_learn_of_a_restore_and_new_ones_and_webhooks_get_each_event_once(Vertx again) throws Exception {
        var before = newCourse(service.admin());
        awaitDelivery(before);
        Await.until(
                "the progress of the webhook is stored, without which the event would be delivered again",
                () -> Sql.count(service.databaseUri(), "course.webhook_endpoints WHERE delivered_at IS NOT NULL") == 1);
        var follower = EventPages.fromNowOn(service.admin());
        service.stop();
        Program.run(folder, Map.of("OWNER_URI", service.databaseUri()), BackupPage.RESTORE.toString());

        var configuration = Service.configuration(service.databaseUri()).mergeIn(sections(), true);
        var url = "http://127.0.0.1:" + Await.success(new Deployment(again, configuration).start());
        var admin = Client.of(url).withCredentials("admin", "admin");
        admin.get(follower.next().replace(service.url(), url)).expectStatus(410).expectError("events_removed");
        var anew = EventPages.fromNowOn(admin);
        var after = newCourse(admin);
        assertThat(anew.await(1).each(SUBJECT)).containsExactly(after);
        assertThat(EventPages.after(admin, "/v1/events/").readAll().each(SUBJECT))
                .containsExactly(before, after);
        awaitDelivery(after);
        assertThat(library.all()).hasSize(2);
    }
}
