package dev.registrar.server.eventbus;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.eventbus.BusMessage;
import dev.registrar.server.testing.eventbus.Callers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verticles judge what the caller of a message may do, whoever sends it: plain JSON from anywhere, objects of this node. */
@ExtendWith(ServiceExtension.class)
class CallerRightsTest {
    private static final List<String> SCOPES = List.of("create", "delete", "read", "update");
    private static final String REGISTRATIONS = "registrar.registrations";

    private String course;
    private String term;
    private String uni;
    private String registration;

    @BeforeEach
    void a_resource_of_each_type(Service service) {
        course = service.admin()
                .post("/v1/courses/", course(unique("RIGHTS"), "Logic"))
                .id();
        term = service.admin()
                .post("/v1/course_terms/", term(unique("RIGHTSTERM"), course))
                .id();
        uni = unique("uni");
        registration = service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .id();
    }

    static Stream<Set<String>> everySetOfScopes() {
        return IntStream.range(0, 1 << SCOPES.size())
                .mapToObj(bits -> IntStream.range(0, SCOPES.size())
                        .filter(scope -> (bits & 1 << scope) != 0)
                        .mapToObj(SCOPES::get)
                        .collect(Collectors.toSet()));
    }

    private BusMessage message(Service service, String action, Set<String> scopes) {
        var caller = new JsonObject()
                .put("name", "portal")
                .put("scopes", new JsonArray(List.copyOf(scopes)))
                .put("unbound", true);
        var body = new JsonObject().put("caller", caller);
        switch (action) {
            case "create", "update", "replace" -> body.put("document", changedCourse(action));
            case "linkage-replace" -> body.put("document", linkage(new JsonArray()));
            case "linkage-add", "linkage-remove" -> body.put("document", linkage(new JsonArray().add(identifier())));
            default -> {}
        }
        if (action.equals("delete")) {
            return BusMessage.to(service, "registrar.course_terms", body)
                    .withHeader("action", action)
                    .withHeader("id", term);
        }
        var message = BusMessage.to(service, "registrar.courses", body).withHeader("action", action);
        if (!Set.of("list", "create").contains(action)) {
            message.withHeader("id", course);
        }
        if (action.startsWith("linkage") || action.equals("related")) {
            message.withHeader("relationship", "course_terms");
        }
        return message;
    }

    private JsonObject changedCourse(String action) {
        var document = course(unique("RIGHTS"), "Changed").json();
        if (!action.equals("create")) {
            document.getJsonObject("data").put("id", course);
        }
        return document;
    }

    private JsonObject identifier() {
        return new JsonObject().put("type", "course_terms").put("id", term);
    }

    private static JsonObject linkage(JsonArray identifiers) {
        return new JsonObject().put("data", identifiers);
    }

    @ParameterizedTest
    @CsvSource({
        "list, read",
        "get, read",
        "related, read",
        "linkage, read",
        "create, create",
        "update, update",
        "replace, update",
        "linkage-replace, update",
        "linkage-add, update",
        "linkage-remove, update",
        "delete, delete"
    })
    void an_action_without_its_scope_is_403_and_changes_nothing(String action, String scope, Service service) {
        var before = courses(service);
        everySetOfScopes().filter(scopes -> !scopes.contains(scope)).forEach(scopes -> {
            var error = message(service, action, scopes).expectErrors(403).get(0);
            assertThat(error.path("code").asText()).isEqualTo("forbidden");
            assertThat(error.path("detail").asText()).contains("the scope " + scope + ".");
            assertThat(error.at("/source/pointer").asText()).isEqualTo("/caller/scopes");
        });
        assertThat(courses(service)).isEqualTo(before);
        assertThat(message(service, action, Set.of(scope)).reply().headers().get("status"))
                .startsWith("20");
    }

    /** The course and its terms, and how many courses there are. */
    private List<String> courses(Service service) {
        return List.of(
                service.reader()
                        .get("/v1/courses/%s/?include=course_terms".formatted(course))
                        .body(),
                service.reader()
                        .get("/v1/courses/?page[size]=1")
                        .json()
                        .at("/meta/pagination/count")
                        .asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"registrar.courses.reserved", "registrar.course_terms", REGISTRATIONS})
    void no_address_serves_a_caller_without_scopes(String address, Service service) {
        var caller = new JsonObject().put("caller", Callers.unbound("portal"));
        BusMessage.to(service, address, caller)
                .withHeader("action", "list")
                .expectErrorsAt(403, "pointer /caller/scopes");
    }

    @Test
    void scopes_are_not_guessed_from_similar_words(Service service) {
        for (var scope : List.of("READ", "Read", " read", "read ", "*", "read:courses", "")) {
            message(service, "get", Set.of(scope)).expectErrorsAt(403, "pointer /caller/scopes");
        }
    }

    @ParameterizedTest
    @MethodSource("everySetOfScopes")
    void an_object_from_a_verticle_of_the_same_node_is_judged_too(Set<String> scopes, Service service) {
        var address = LocalConsumers.addressOfObjects("registrar.courses");
        for (var action : List.of(Action.LIST, Action.DELETE)) {
            var request = ResourceRequest.of(
                    action, Caller.unbound("portal", scopes), "", Deadline.in(Duration.ofSeconds(17)), "portal-7");
            var message = BusMessage.to(
                    service, address, action == Action.LIST ? request : request.withId(unique("no-such-course")));
            if (!scopes.contains(action.scope())) {
                message.expectErrorsAt(403, "pointer /caller/scopes");
            } else if (action == Action.DELETE) {
                message.expectErrors(404);
            } else {
                assertThat(ResourceReply.of(message.reply()).status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_caller_who_is_bound_to_an_unknown_person_sees_and_changes_no_registration(Service service) {
        var nobody = Callers.boundTo(null, "portal", "read", "create", "update", "delete");
        assertThat(page(service, nobody)).isEmpty();
        ofRegistration(service, "get", nobody).expectErrors(404);
        ofRegistration(service, "delete", nobody).expectErrors(404);
        ofRegistration(service, "related", nobody)
                .withHeader("relationship", "courses")
                .expectErrors(404);
        var document = registration(unique("uni"), course).json();
        BusMessage.to(
                        service,
                        REGISTRATIONS,
                        new JsonObject().put("caller", nobody).put("document", document))
                .withHeader("action", "create")
                .expectErrorsAt(403, "pointer /data/attributes/uni");
    }

    @Test
    void a_bound_caller_sees_only_the_registrations_of_that_person_and_an_unbound_one_all(Service service) {
        assertThat(page(service, Callers.boundTo(uni, "portal", "read"))).containsExactly(registration);
        assertThat(page(service, Callers.boundTo(unique("other"), "portal", "read")))
                .isEmpty();
        assertThat(page(service, Callers.unbound("portal", "read"))).contains(registration);
    }

    private List<String> page(Service service, JsonObject caller) {
        var body = new JsonObject().put("caller", caller).put("query", new JsonObject().put("filter[courses]", course));
        Message<Buffer> reply = BusMessage.to(service, REGISTRATIONS, body)
                .withHeader("action", "list")
                .reply();
        return reply.body().toJsonObject().getJsonArray("data").stream()
                .map(resource -> ((JsonObject) resource).getString("id"))
                .toList();
    }

    private BusMessage ofRegistration(Service service, String action, JsonObject caller) {
        return BusMessage.to(service, REGISTRATIONS, new JsonObject().put("caller", caller))
                .withHeader("action", action)
                .withHeader("id", registration);
    }

    /** Every combination of right and wrong values of the two members of which exactly one is required. */
    @Test
    void only_one_of_a_person_and_unbound_is_accepted(Service service) {
        var unis = List.of("null", "\"%s\"".formatted(uni), "\"\"", "\" \"", "1", "true", "{}", "[]");
        var unbounds = List.of("true", "false", "null", "1", "\"true\"", "{}");
        Stream.concat(Stream.of(""), unis.stream().map("\"uni\": %s, "::formatted))
                .flatMap(
                        person -> Stream.concat(Stream.of(""), unbounds.stream().map("\"unbound\": %s, "::formatted))
                                .map(unbound -> person + unbound))
                .forEach(members -> expectJudged(service, members));
    }

    private void expectJudged(Service service, String members) {
        var caller = new JsonObject("{%s \"name\": \"portal\", \"scopes\": [\"read\"]}".formatted(members));
        var message = BusMessage.to(service, REGISTRATIONS, new JsonObject().put("caller", caller))
                .withHeader("action", "list");
        var accepted = Set.of("\"uni\": null, ", "\"uni\": \"%s\", ".formatted(uni), "\"unbound\": true, ");
        if (accepted.contains(members)) {
            assertThat(message.reply().headers().get("version")).as(members).isEqualTo("1");
        } else {
            assertThat(message.expectErrors(400))
                    .as(members)
                    .allSatisfy(error ->
                            assertThat(error.at("/source/pointer").asText()).startsWith("/caller"));
        }
    }
}
