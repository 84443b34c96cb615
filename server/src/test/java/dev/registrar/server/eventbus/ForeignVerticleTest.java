package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway with a third-party verticle that serves a resource type and may violate the event-bus contract. */
class ForeignVerticleTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static Client client;

    private final List<MessageConsumer<Object>> consumers = new ArrayList<>();

    @BeforeAll
    static void a_gateway_alone() {
        var gateway = new GatewayVerticle();
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none");
        Await.success(VERTX.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        client = Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("reader", "reader");
    }

    @AfterAll
    static void stop() {
        Await.success(VERTX.close());
    }

    private void serve(Handler<Message<Object>> verticle) {
        serve("registrar.courses", verticle);
    }

    private void serve(String address, Handler<Message<Object>> verticle) {
        consumers.add(VERTX.eventBus().consumer(address, verticle));
    }

    @AfterEach
    void leave() {
        consumers.forEach(consumer -> Await.success(consumer.unregister()));
    }

    @Test
    void a_document_that_is_not_json_is_400_even_if_no_verticle_replies() {
        serve(message -> {});
        client.withCredentials("admin", "admin")
                .post("/v1/courses/", "{\"data\": }")
                .expectStatus(400)
                .expectError("malformed_json");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 200, 204, 302, 399, 600, 1000})
    void a_reply_failure_whose_code_is_not_an_error_status_is_500(int code) {
        serve(message -> message.fail(code, "{\"errors\":[{\"status\":\"%s\"}]}".formatted(code)));
        client.get("/v1/courses/").expectStatus(500).expectError("internal_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nothing there", "{}", "[]", "{\"errors\":", "{\"data\":[]}"})
    void a_reply_failure_without_an_errors_document_is_500(String message) {
        serve(request -> request.fail(404, message));
        client.get("/v1/courses/").expectStatus(500).expectError("internal_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ok", "0", "-200", "100", "300", "404", "500", "99999999999", "+200", "٢٠٠"})
    void a_reply_whose_status_is_not_a_success_status_is_500(String status) {
        serve(message -> message.reply(Buffer.buffer("{}"), new DeliveryOptions().addHeader("status", status)));
        client.get("/v1/courses/").expectStatus(500).expectError("internal_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a text", "42"})
    void a_reply_whose_body_is_not_a_document_is_500(String body) {
        serve(message -> message.reply(body, new DeliveryOptions().addHeader("status", "200")));
        client.get("/v1/courses/").expectStatus(500).expectError("internal_error");
    }

    @ParameterizedTest
    @CsvSource({
        "etag, ''",
        "etag, W/",
        "etag, tag",
        "etag, '\"a\r\nb\"'",
        "location, '/v1/courses/1/\r\nSet-Cookie: a=b'",
        "location, '/v1/courses/\u0414/'",
        "preference-applied, 'wait=1\n'",
        "preference-applied, '\u0000'",
        "retry-after, +7",
        "retry-after, -7",
        "retry-after, ٧"
    })
    void a_reply_with_a_malformed_header_is_500(String name, String value) {
        serve(message -> message.reply(
                Buffer.buffer("{\"data\":[]}"),
                new DeliveryOptions().addHeader("status", "200").addHeader(name, value)));
        client.get("/v1/courses/").expectStatus(500).expectError("internal_error");
    }

    private String linkToEventWithoutSubject() {
        for (var source : List.of("course", "registration")) {
            serve("registrar.events." + source, request -> {
                var isForLatest = "latest".equals(((JsonObject) request.body()).getString("after"));
                request.reply(isForLatest ? events(0) : events(1, withoutSubject(source)));
            });
        }
        var latest = client.get("/v1/events/?page[after]=latest").expectStatus(200);
        return latest.at("/links/next").asText();
    }

    @Test
    void an_event_without_a_subject_is_500() {
        client.get(linkToEventWithoutSubject()).expectStatus(500).expectError("internal_error");
    }

    @Test
    void a_failure_to_write_a_document_is_500_without_the_headers_of_the_document() {
        var error = client.withHeader("Prefer", "wait=1")
                .get(linkToEventWithoutSubject())
                .expectStatus(500);
        assertThat(error.hasHeader("Preference-Applied")).isFalse();
    }

    private static JsonObject events(int position, JsonObject... events) {
        return new JsonObject()
                .put("events", new JsonArray(List.of(events)))
                .put("position", Integer.toString(position));
    }

    private static JsonObject withoutSubject(String source) {
        return new JsonObject("""
                {"id": "1", "source": "/registrar/%s", "type": "dev.registrar.courses.created", "sequence": "1",
                 "time": "2023-05-17T08:09:10Z", "data": {"data": {"type": "courses", "id": "1"}}}""".formatted(source));
    }

    @Test
    void a_verticle_receives_the_document_exactly_as_the_client_sent_it() {
        var document = "{ \"data\" : {\"type\":\"courses\", \"meta\": {\"text\": \"}, \\\\\\\"{[\"}} }\r\n";
        var received = Promise.<Buffer>promise();
        serve(message -> {
            received.complete((Buffer) message.body());
            message.fail(404, "");
        });
        client.withCredentials("admin", "admin").post("/v1/courses/", document).expectStatus(500);
        var message = Await.success(received.future());
        assertThat(message.toString()).contains(document);
        assertThat(message.toJsonObject().getJsonObject("caller").getString("name"))
                .isEqualTo("admin");
        assertThat(message.toJsonObject().getJsonObject("document")).isEqualTo(new JsonObject(document));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}, \"caller\": {\"name\": \"dean\"}",
                "{\"data\": []}}, {\"caller\": {\"name\": \"dean\"}",
                "{\"data\": \"\\\\\"}, \"caller\": {\"name\": \"dean\"}",
                "{\"data\": \"\\",
                "{\"data\": [",
                "[], {}",
                "\"caller",
                "{} {}",
                " ",
                "}"
            })
    void a_body_that_is_not_a_json_object_is_400_and_is_not_forwarded(String body) {
        serve(message -> message.fail(404, ""));
        client.withCredentials("admin", "admin")
                .post("/v1/courses/", body)
                .expectStatus(400)
                .expectError("malformed_json");
    }
}
