package dev.registrar.gateway.eventbus;

import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Books;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.eventbus.BusMessage;
import dev.registrar.gateway.testing.eventbus.Callers;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** For a caller who is bound to a person, the resources of other people do not exist, whatever leads to them. */
@ExtendWith(ServiceExtension.class)
class RelatedOwnersTest {
    private static final JsonObject ANN = Callers.boundTo("ann", "portal", "read");
    private static final JsonObject LIBRARIAN = Callers.unbound("librarian", "read", "create");

    private static Service service;
    private static String deployment;
    private static String book;
    private static String loanOfAnn;
    private static String loanOfBob;
    private static String reminderOfBob;

    @BeforeAll
    static void a_book_that_two_people_borrow(Service shared) {
        service = shared;
        var configuration = Service.configuration(service.databaseUri());
        Await.success(new NodeDatabase(service.vertx(), configuration).migrate(List.of(Books.SCHEMA)));
        deployment = Await.success(service.vertx()
                .deployVerticle(new ResourceVerticle(Books.SCHEMA), new DeploymentOptions().setConfig(configuration)));
        book = create("books", "title", unique("Logic "), new JsonObject());
        loanOfAnn = create("loans", "borrower", "ann", to("book", "books", book));
        loanOfBob = create("loans", "borrower", "bob", to("book", "books", book));
        reminderOfBob = create("reminders", "text", "Please return it.", to("loan", "loans", loanOfBob));
    }

    @AfterAll
    static void stop() {
        Await.success(service.vertx().undeploy(deployment));
    }

    private static JsonObject to(String relationship, String type, String id) {
        var data = new JsonObject().put("type", type).put("id", id);
        return new JsonObject().put(relationship, new JsonObject().put("data", data));
    }

    private static String create(String type, String attribute, String value, JsonObject relationships) {
        var data = new JsonObject()
                .put("type", type)
                .put("attributes", new JsonObject().put(attribute, value))
                .put("relationships", relationships);
        var body = new JsonObject().put("caller", LIBRARIAN).put("document", new JsonObject().put("data", data));
        return BusMessage.to(service, "registrar." + type, body)
                .withHeader("action", "create")
                .<Buffer>reply()
                .body()
                .toJsonObject()
                .getJsonObject("data")
                .getString("id");
    }

    private static BusMessage read(String action, String type, JsonObject caller, JsonObject query) {
        var body = new JsonObject().put("caller", caller).put("query", query);
        return BusMessage.to(service, "registrar." + type, body).withHeader("action", action);
    }

    private static BusMessage related(JsonObject caller, String type, String id, String relationship) {
        return read("related", type, caller, new JsonObject())
                .withHeader("id", id)
                .withHeader("relationship", relationship);
    }

    private static JsonObject documentOf(BusMessage message) {
        return message.<Buffer>reply().body().toJsonObject();
    }

    private static List<String> idsIn(JsonArray resources) {
        return resources.stream()
                .map(resource -> ((JsonObject) resource).getString("id"))
                .toList();
    }

    private static List<String> idsIn(BusMessage message) {
        return idsIn(documentOf(message).getJsonArray("data"));
    }

    @Test
    void related_resources_are_those_of_the_caller() {
        assertThat(idsIn(related(LIBRARIAN, "books", book, "loans"))).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
        var seen = documentOf(related(ANN, "books", book, "loans"));
        assertThat(idsIn(seen.getJsonArray("data"))).containsExactly(loanOfAnn);
        assertThat(seen.getJsonObject("meta").getJsonObject("pagination").getInteger("count"))
                .isEqualTo(1);
    }

    @Test
    void a_related_resource_of_another_person_is_null() {
        assertThat(documentOf(related(LIBRARIAN, "reminders", reminderOfBob, "loan"))
                        .getJsonObject("data")
                        .getString("id"))
                .isEqualTo(loanOfBob);
        assertThat(documentOf(related(ANN, "reminders", reminderOfBob, "loan")).getValue("data"))
                .isNull();
    }

    @Test
    void what_is_related_to_the_resource_of_another_person_does_not_exist() {
        assertThat(idsIn(related(LIBRARIAN, "loans", loanOfBob, "reminders"))).containsExactly(reminderOfBob);
        related(ANN, "loans", loanOfBob, "reminders").expectErrors(404);
        related(ANN, "loans", loanOfBob, "book").expectErrors(404);
    }

    @Test
    void linkage_and_included_resources_are_those_of_the_caller() {
        var query = new JsonObject().put("include", "loans,loans.reminders");
        var all = documentOf(read("get", "books", LIBRARIAN, query).withHeader("id", book));
        assertThat(idsIn(all.getJsonArray("included"))).containsExactlyInAnyOrder(loanOfAnn, loanOfBob, reminderOfBob);
        var seen = documentOf(read("get", "books", ANN, query).withHeader("id", book));
        assertThat(idsIn(seen.getJsonArray("included"))).containsExactly(loanOfAnn);
        assertThat(idsIn(seen.getJsonObject("data")
                        .getJsonObject("relationships")
                        .getJsonObject("loans")
                        .getJsonArray("data")))
                .containsExactly(loanOfAnn);
        var linkage = read("linkage", "books", ANN, new JsonObject())
                .withHeader("id", book)
                .withHeader("relationship", "loans");
        assertThat(idsIn(linkage)).containsExactly(loanOfAnn);
    }

    @Test
    void a_filter_by_related_resources_finds_only_those_of_the_caller() {
        var borrowedByBob =
                new JsonObject().put("filter[loans.borrower]", "bob").put("filter[id]", book);
        assertThat(idsIn(read("list", "books", LIBRARIAN, borrowedByBob))).containsExactly(book);
        assertThat(idsIn(read("list", "books", ANN, borrowedByBob))).isEmpty();
        var lentLoan = new JsonObject().put("filter[loans.id]", loanOfBob);
        assertThat(idsIn(read("list", "books", ANN, lentLoan))).isEmpty();
    }
}
