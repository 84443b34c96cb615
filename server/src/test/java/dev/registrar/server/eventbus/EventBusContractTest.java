package dev.registrar.server.eventbus;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.Callers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The event-bus contract from the view of another verticle: plain JSON and headers, none of our classes. */
@ExtendWith(ServiceExtension.class)
class EventBusContractTest {
    private static final JsonObject CALLER = new JsonObject("""
            {"caller": {"name": "portal", "scopes": ["read", "create", "delete"], "unbound": true},
             "base_url": "https://registrar.example.edu", "request_id": "portal-1"}""");

    private static Message<Buffer> request(Service service, String address, DeliveryOptions headers, JsonObject body) {
        return service.vertx()
                .eventBus()
                .<Buffer>request(address, body, headers)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static DeliveryOptions action(String action) {
        return new DeliveryOptions().addHeader("action", action);
    }

    @Test
    void another_verticle_creates_and_reads_a_course(Service service) {
        var document = course(unique("BUS"), "Logic").json();
        var created = request(
                service, "registrar.courses", action("create"), CALLER.copy().put("document", document));
        assertThat(created.headers().get("status")).isEqualTo("201");
        var data = created.body().toJsonObject().getJsonObject("data");
        assertThat(created.headers().get("location"))
                .isEqualTo("https://registrar.example.edu/v1/courses/" + data.getString("id") + "/");
        assertThat(data.getJsonObject("attributes").getString("last_mod_user_name"))
                .isEqualTo("portal");

        var read = request(service, "registrar.courses", action("get").addHeader("id", data.getString("id")), CALLER);
        assertThat(read.headers().get("status")).isEqualTo("200");
        assertThat(read.body().toJsonObject().getJsonObject("data")).isEqualTo(data);
    }

    @Test
    void requests_of_a_gateway_with_a_verticle_on_its_node_reach_no_other_consumer_of_the_address(Service service) {
        Queue<Object> received = new ConcurrentLinkedQueue<>();
        MessageConsumer<Object> another = service.vertx().eventBus().consumer("registrar.courses", message -> {
            received.add(message.body());
            message.fail(418, "");
        });
        IntStream.range(0, 4).forEach(number -> {
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            service.admin().post("/v1/courses/", course(unique("BUS"), "Logic")).expectStatus(201);
        });
        Await.success(another.unregister());
        assertThat(received).isEmpty();
    }

    @Test
    void entity_tags_are_sent_and_received_as_headers(Service service) {
        var document = course(unique("BUSTAG"), "Logic").json();
        var created = request(
                service, "registrar.courses", action("create"), CALLER.copy().put("document", document));
        var tag = created.headers().get("etag");
        var id = created.body().toJsonObject().getJsonObject("data").getString("id");

        var read = request(
                service,
                "registrar.courses",
                action("get").addHeader("id", id).addHeader("if-none-match", tag),
                CALLER);
        assertThat(read.headers().get("status")).isEqualTo("304");
        assertThat(read.headers().get("etag")).isEqualTo(tag);
        assertThat(read.body().length()).isZero();

        Assertions.assertThatThrownBy(() -> request(
                        service,
                        "registrar.courses",
                        action("delete").addHeader("id", id).addHeader("if-match", "\"another\""),
                        CALLER))
                .cause()
                .isInstanceOfSatisfying(
                        ReplyException.class,
                        failure -> assertThat(failure.failureCode()).isEqualTo(412));
    }

    @Test
    void the_self_link_of_a_document_is_the_url_that_the_sender_gave(Service service) {
        var created = request(
                service,
                "registrar.courses",
                action("create"),
                CALLER.copy().put("document", course(unique("BUSSELF"), "Logic").json()));
        var id = created.body().toJsonObject().getJsonObject("data").getString("id");
        var self = "https://registrar.example.edu/v1/registrations/1/courses/";
        var read = request(
                service,
                "registrar.courses",
                action("get").addHeader("id", id),
                CALLER.copy().put("self", self));
        assertThat(read.body().toJsonObject().getJsonObject("links").getString("self"))
                .isEqualTo(self);
    }

    @Test
    void a_query_is_an_object_of_parameters(Service service) {
        var query = new JsonObject().put("filter[course_identifier]", "NONE").put("page[size]", "5");
        var listed = request(
                service, "registrar.courses", action("list"), CALLER.copy().put("query", query));
        assertThat(listed.body().toJsonObject().getJsonArray("data")).isEmpty();
    }

    @Test
    void an_error_is_a_reply_failure_with_the_status_and_an_errors_document(Service service) {
        Assertions.assertThatThrownBy(() -> request(
                        service,
                        "registrar.courses",
                        action("get").addHeader("id", "00000000-0000-4000-8000-000000000000"),
                        CALLER))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(ReplyException.class, failure -> {
                    assertThat(failure.failureCode()).isEqualTo(404);
                    var error = new JsonObject(failure.getMessage())
                            .getJsonArray("errors")
                            .getJsonObject(0);
                    assertThat(error.getString("code")).isEqualTo("not_found");
                    assertThat(error.getString("id")).isEqualTo("portal-1");
                });
    }

    @Test
    void an_idempotency_key_belongs_to_the_issuer_and_subject_of_the_caller(Service service) {
        var key = unique("bus-key-");
        var portal = Callers.unbound("Portal", "create").put("issuer", "https://auth.example.edu");
        var created = createCourse(service, key, portal.copy().put("subject", "portal-1"));
        assertThat(createCourse(service, key, portal.copy().put("subject", "portal-2")))
                .isNotEqualTo(created);
        assertThat(createCourse(
                        service, key, portal.copy().put("subject", "portal-1").put("issuer", "another-issuer")))
                .isNotEqualTo(created);
    }

    private static String createCourse(Service service, String key, JsonObject caller) {
        var body = new JsonObject()
                .put("caller", caller)
                .put("document", course(unique("BUSKEY"), "X").json());
        return request(service, "registrar.courses", action("create").addHeader("idempotency-key", key), body)
                .body()
                .toJsonObject()
                .getJsonObject("data")
                .getString("id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    issuer  | https://auth.example.edu/the university
                    subject | ''
                    """)
    void a_malformed_issuer_or_subject_is_rejected(String member, String value, Service service) {
        var caller = new JsonObject().put("caller", Callers.unbound("x", "read").put(member, value));
        Assertions.assertThatThrownBy(() -> request(service, "registrar.courses", action("list"), caller))
                .cause()
                .isInstanceOfSatisfying(ReplyException.class, failure -> {
                    assertThat(failure.failureCode()).isEqualTo(400);
                    assertThat(failure.getMessage()).contains("caller." + member);
                });
    }

    @Test
    void an_unknown_action_is_rejected(Service service) {
        Assertions.assertThatThrownBy(() -> request(service, "registrar.courses", action("dance"), CALLER))
                .cause()
                .isInstanceOfSatisfying(
                        ReplyException.class,
                        failure -> assertThat(failure.failureCode()).isEqualTo(400));
    }
}
