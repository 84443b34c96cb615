package dev.registrar.gateway.eventbus;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The event-bus contract as another verticle sees it: plain JSON and headers, none of our classes. */
@ExtendWith(ServiceExtension.class)
class EventBusContractTest {
    private static final JsonObject CALLER = new JsonObject("""
            {"caller": {"name": "portal", "scopes": ["read", "create"]},
             "base_url": "https://registrar.example.edu", "request_id": "portal-1"}""");

    private static Message<Buffer> ask(Service service, String address, DeliveryOptions headers, JsonObject body) {
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
        var created = ask(
                service, "registrar.courses", action("create"), CALLER.copy().put("document", document));
        assertThat(created.headers().get("status")).isEqualTo("201");
        var data = created.body().toJsonObject().getJsonObject("data");
        assertThat(created.headers().get("location"))
                .isEqualTo("https://registrar.example.edu/v1/courses/" + data.getString("id") + "/");
        assertThat(data.getJsonObject("attributes").getString("last_mod_user_name"))
                .isEqualTo("portal");

        var read = ask(service, "registrar.courses", action("get").addHeader("id", data.getString("id")), CALLER);
        assertThat(read.headers().get("status")).isEqualTo("200");
        assertThat(read.body().toJsonObject().getJsonObject("data")).isEqualTo(data);
    }

    @Test
    void entity_tags_travel_as_headers(Service service) {
        var document = course(unique("BUSTAG"), "Logic").json();
        var created = ask(
                service, "registrar.courses", action("create"), CALLER.copy().put("document", document));
        var tag = created.headers().get("etag");
        var id = created.body().toJsonObject().getJsonObject("data").getString("id");

        var read = ask(
                service,
                "registrar.courses",
                action("get").addHeader("id", id).addHeader("if-none-match", tag),
                CALLER);
        assertThat(read.headers().get("status")).isEqualTo("304");
        assertThat(read.headers().get("etag")).isEqualTo(tag);
        assertThat(read.body().length()).isZero();

        Assertions.assertThatThrownBy(() -> ask(
                        service,
                        "registrar.courses",
                        action("delete").addHeader("id", id).addHeader("if-match", "\"another\""),
                        CALLER))
                .cause()
                .isInstanceOfSatisfying(
                        ReplyException.class,
                        refusal -> assertThat(refusal.failureCode()).isEqualTo(412));
    }

    @Test
    void a_document_tells_the_url_that_the_client_asked(Service service) {
        var created = ask(
                service,
                "registrar.courses",
                action("create"),
                CALLER.copy().put("document", course(unique("BUSSELF"), "Logic").json()));
        var id = created.body().toJsonObject().getJsonObject("data").getString("id");
        var self = "https://registrar.example.edu/v1/registrations/1/courses/";
        var read = ask(
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
        var listed =
                ask(service, "registrar.courses", action("list"), CALLER.copy().put("query", query));
        assertThat(listed.body().toJsonObject().getJsonArray("data")).isEmpty();
    }

    @Test
    void a_refusal_is_a_reply_failure_with_the_status_and_an_errors_document(Service service) {
        Assertions.assertThatThrownBy(() -> ask(
                        service,
                        "registrar.courses",
                        action("get").addHeader("id", "00000000-0000-4000-8000-000000000000"),
                        CALLER))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(ReplyException.class, refusal -> {
                    assertThat(refusal.failureCode()).isEqualTo(404);
                    var error = new JsonObject(refusal.getMessage())
                            .getJsonArray("errors")
                            .getJsonObject(0);
                    assertThat(error.getString("code")).isEqualTo("not_found");
                    assertThat(error.getString("id")).isEqualTo("portal-1");
                });
    }

    @Test
    void a_key_belongs_to_issuer_and_subject_of_the_caller(Service service) {
        var key = unique("bus-key-");
        var portal = new JsonObject().put("name", "Portal").put("issuer", "https://auth.example.edu");
        var created = createCourse(service, key, portal.copy().put("subject", "portal-1"));
        assertThat(createCourse(service, key, portal.copy().put("subject", "portal-2")))
                .isNotEqualTo(created);
        assertThat(createCourse(
                        service, key, portal.copy().put("subject", "portal-1").put("issuer", "elsewhere")))
                .isNotEqualTo(created);
    }

    private static String createCourse(Service service, String key, JsonObject caller) {
        var body = new JsonObject()
                .put("caller", caller)
                .put("document", course(unique("BUSKEY"), "X").json());
        return ask(service, "registrar.courses", action("create").addHeader("idempotency-key", key), body)
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
    void an_issuer_or_a_subject_that_is_none_is_refused(String member, String value, Service service) {
        var caller =
                new JsonObject().put("caller", new JsonObject().put("name", "x").put(member, value));
        Assertions.assertThatThrownBy(() -> ask(service, "registrar.courses", action("list"), caller))
                .cause()
                .isInstanceOfSatisfying(ReplyException.class, refusal -> {
                    assertThat(refusal.failureCode()).isEqualTo(400);
                    assertThat(refusal.getMessage()).contains("caller." + member);
                });
    }

    @Test
    void a_message_that_does_not_keep_the_contract_is_refused(Service service) {
        Assertions.assertThatThrownBy(() -> ask(service, "registrar.courses", action("dance"), CALLER))
                .cause()
                .isInstanceOfSatisfying(
                        ReplyException.class,
                        refusal -> assertThat(refusal.failureCode()).isEqualTo(400));
    }
}
