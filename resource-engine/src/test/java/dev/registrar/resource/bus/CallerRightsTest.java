package dev.registrar.resource.bus;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
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
@ExtendWith(LibraryExtension.class)
class CallerRightsTest {
    private static final List<String> SCOPES = List.of("create", "delete", "read", "update");
    private static final String LOANS = "registrar.loans";

    private String book;
    private String copy;
    private String uni;
    private String loan;

    @BeforeEach
    void a_resource_of_each_type(Library library) {
        book = library.newBook();
        copy = library.create("copies", copy(unique("RIGHTSCOPY"), book));
        uni = unique("borrower");
        loan = library.create("loans", loan(uni, book));
    }

    static Stream<Set<String>> everySetOfScopes() {
        return IntStream.range(0, 1 << SCOPES.size())
                .mapToObj(bits -> IntStream.range(0, SCOPES.size())
                        .filter(scope -> (bits & 1 << scope) != 0)
                        .mapToObj(SCOPES::get)
                        .collect(Collectors.toSet()));
    }

    private RawMessage message(Library library, String action, Set<String> scopes) {
        var caller = new JsonObject()
                .put("name", "portal")
                .put("scopes", new JsonArray(List.copyOf(scopes)))
                .put("unbound", true);
        var body = new JsonObject().put("caller", caller);
        switch (action) {
            case "create", "update", "replace" -> body.put("document", changedBook(action));
            case "linkage-replace" -> body.put("document", linkage(new JsonArray()));
            case "linkage-add", "linkage-remove" -> body.put("document", linkage(new JsonArray().add(identifier())));
            default -> {}
        }
        if (action.equals("delete")) {
            return RawMessage.to(library.vertx(), "registrar.copies", body)
                    .withHeader("action", action)
                    .withHeader("id", copy);
        }
        var message = RawMessage.to(library.vertx(), "registrar.books", body).withHeader("action", action);
        if (!Set.of("list", "create").contains(action)) {
            message.withHeader("id", book);
        }
        if (action.startsWith("linkage") || action.equals("related")) {
            message.withHeader("relationship", "copies");
        }
        return message;
    }

    private JsonObject changedBook(String action) {
        var document = book(unique("RIGHTS"), "Changed").json();
        if (!action.equals("create")) {
            document.getJsonObject("data").put("id", book);
        }
        return document;
    }

    private JsonObject identifier() {
        return new JsonObject().put("type", "copies").put("id", copy);
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
    void an_action_without_its_scope_is_403_and_changes_nothing(String action, String scope, Library library) {
        var before = books(library);
        everySetOfScopes().filter(scopes -> !scopes.contains(scope)).forEach(scopes -> {
            var error = message(library, action, scopes).expectErrors(403).get(0);
            assertThat(error.path("code").asText()).isEqualTo("forbidden");
            assertThat(error.path("detail").asText()).contains("the scope " + scope + ".");
            assertThat(error.at("/source/pointer").asText()).isEqualTo("/caller/scopes");
        });
        assertThat(books(library)).isEqualTo(before);
        assertThat(message(library, action, Set.of(scope)).reply().headers().get("status"))
                .startsWith("20");
    }

    /** The book and its copies, and how many books there are. */
    private List<String> books(Library library) {
        return List.of(
                library.reader()
                        .get("/v1/books/%s/?include=copies".formatted(book))
                        .body(),
                library.reader()
                        .get("/v1/books/?page[size]=1")
                        .json()
                        .at("/meta/pagination/count")
                        .asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"registrar.books.reserved", "registrar.copies", LOANS})
    void no_address_serves_a_caller_without_scopes(String address, Library library) {
        var caller = new JsonObject().put("caller", Callers.unbound("portal"));
        RawMessage.to(library.vertx(), address, caller)
                .withHeader("action", "list")
                .expectErrorsAt(403, "pointer /caller/scopes");
    }

    @Test
    void scopes_are_not_guessed_from_similar_words(Library library) {
        for (var scope : List.of("READ", "Read", " read", "read ", "*", "read:books", "")) {
            message(library, "get", Set.of(scope)).expectErrorsAt(403, "pointer /caller/scopes");
        }
    }

    @ParameterizedTest
    @MethodSource("everySetOfScopes")
    void an_object_from_a_verticle_of_the_same_node_is_judged_too(Set<String> scopes, Library library) {
        var address = LocalConsumers.addressOfObjects("registrar.books");
        for (var action : List.of(Action.LIST, Action.DELETE)) {
            var request = ResourceRequest.of(
                    action, Caller.unbound("portal", scopes), "", Deadline.in(Duration.ofSeconds(17)), "portal-7");
            var message = RawMessage.to(
                    library.vertx(), address, action == Action.LIST ? request : request.withId(unique("no-such-book")));
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
    void a_caller_who_is_bound_to_an_unknown_person_sees_and_changes_no_loan(Library library) {
        var nobody = Callers.boundTo(null, "portal", "read", "create", "update", "delete");
        assertThat(page(library, nobody)).isEmpty();
        ofLoan(library, "get", nobody).expectErrors(404);
        ofLoan(library, "delete", nobody).expectErrors(404);
        ofLoan(library, "related", nobody).withHeader("relationship", "book").expectErrors(404);
    }

    @Test
    void a_bound_caller_sees_only_the_loans_of_that_person_and_an_unbound_one_all(Library library) {
        assertThat(page(library, Callers.boundTo(uni, "portal", "read"))).containsExactly(loan);
        assertThat(page(library, Callers.boundTo(unique("other"), "portal", "read")))
                .isEmpty();
        assertThat(page(library, Callers.unbound("portal", "read"))).contains(loan);
    }

    private List<String> page(Library library, JsonObject caller) {
        var body = new JsonObject().put("caller", caller).put("query", new JsonObject().put("filter[book]", book));
        Message<Buffer> reply = RawMessage.to(library.vertx(), LOANS, body)
                .withHeader("action", "list")
                .reply();
        return reply.body().toJsonObject().getJsonArray("data").stream()
                .map(resource -> ((JsonObject) resource).getString("id"))
                .toList();
    }

    private RawMessage ofLoan(Library library, String action, JsonObject caller) {
        return RawMessage.to(library.vertx(), LOANS, new JsonObject().put("caller", caller))
                .withHeader("action", action)
                .withHeader("id", loan);
    }

    /** Every combination of right and wrong values of the two members of which exactly one is required. */
    @Test
    void only_one_of_a_person_and_unbound_is_accepted(Library library) {
        var unis = List.of("null", "\"%s\"".formatted(uni), "\"\"", "\" \"", "1", "true", "{}", "[]");
        var unbounds = List.of("true", "false", "null", "1", "\"true\"", "{}");
        Stream.concat(Stream.of(""), unis.stream().map("\"uni\": %s, "::formatted))
                .flatMap(
                        person -> Stream.concat(Stream.of(""), unbounds.stream().map("\"unbound\": %s, "::formatted))
                                .map(unbound -> person + unbound))
                .forEach(members -> expectJudged(library, members));
    }

    private void expectJudged(Library library, String members) {
        var caller = new JsonObject("{%s \"name\": \"portal\", \"scopes\": [\"read\"]}".formatted(members));
        var message = RawMessage.to(library.vertx(), LOANS, new JsonObject().put("caller", caller))
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
