package dev.registrar.resource.bus;

import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import dev.registrar.testing.postgresql.EmptyDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For a caller who is bound to a person, the resources of other people do not exist, whatever leads to them. */
class RelatedOwnersTest {
    private static final Attribute BORROWER =
            text("borrower").required().upTo(60).identifier().filterable();

    private static final ResourceType BOOKS = ResourceType.named("books")
            .table("library.books")
            .attribute(text("title").required().upTo(60))
            .relationship(toMany("loans", "loans", "book_id"))
            .build();

    private static final ResourceType LOANS = ResourceType.named("loans")
            .table("library.loans")
            .attribute(BORROWER)
            .relationship(toOne("book", "books", "book_id").required(true))
            .relationship(toMany("reminders", "reminders", "loan_id"))
            .ownedBy(BORROWER)
            .build();

    private static final ResourceType REMINDERS = ResourceType.named("reminders")
            .table("library.reminders")
            .attribute(text("text").required().upTo(60))
            .relationship(toOne("loan", "loans", "loan_id").required(true))
            .build();

    private static final ResourceType FINES = ResourceType.named("fines")
            .table("library.fines")
            .attribute(BORROWER)
            .readBy(BORROWER)
            .build();

    /** With a migration in {@code db/library}. */
    private static final Schema SCHEMA = new Schema("library", 1, ResourceTypes.of(BOOKS, LOANS, REMINDERS, FINES));

    private static final JsonObject ANN = Callers.boundTo("ann", "portal", "read", "create", "update");
    private static final JsonObject NOTHING = new JsonObject();
    private static final JsonObject LIBRARIAN = Callers.unbound("librarian", "read", "create");

    private static final Vertx VERTX = Vertx.vertx();
    private static String book;
    private static String loanOfAnn;
    private static String loanOfBob;
    private static String reminderOfAnn;
    private static String reminderOfBob;

    @BeforeAll
    static void a_book_that_two_people_borrow() throws SQLException {
        var configuration = Library.settings(EmptyDatabase.create());
        Await.success(new NodeDatabase(VERTX, configuration).migrate(List.of(SCHEMA)));
        var options = new DeploymentOptions().setConfig(configuration);
        Await.success(VERTX.deployVerticle(new ResourceVerticle(SCHEMA, List.of()), options));
        book = create("books", "title", unique("Logic "), NOTHING);
        loanOfAnn = create("loans", "borrower", "ann", to("book", "books", book));
        loanOfBob = create("loans", "borrower", "bob", to("book", "books", book));
        reminderOfAnn = create("reminders", "text", "It is due soon.", to("loan", "loans", loanOfAnn));
        reminderOfBob = create("reminders", "text", "Please return it.", to("loan", "loans", loanOfBob));
    }

    @AfterAll
    static void stop() {
        Await.success(VERTX.close());
    }

    private static JsonObject to(String relationship, String type, String id) {
        var data = new JsonObject().put("type", type).put("id", id);
        return new JsonObject().put(relationship, new JsonObject().put("data", data));
    }

    private static String create(String type, String attribute, String value, JsonObject relationships) {
        var resource = new JsonObject()
                .put("type", type)
                .put("attributes", new JsonObject().put(attribute, value))
                .put("relationships", relationships);
        return documentOf(change("create", type, LIBRARIAN, resource))
                .getJsonObject("data")
                .getString("id");
    }

    private static RawMessage change(String action, String type, JsonObject caller, Object data) {
        var body = new JsonObject().put("caller", caller).put("document", new JsonObject().put("data", data));
        return RawMessage.to(VERTX, "registrar." + type, body).withHeader("action", action);
    }

    private static RawMessage read(String action, String type, JsonObject caller, JsonObject query) {
        var body = new JsonObject().put("caller", caller).put("query", query);
        return RawMessage.to(VERTX, "registrar." + type, body).withHeader("action", action);
    }

    private static RawMessage related(JsonObject caller, String type, String id, String relationship) {
        return read("related", type, caller, NOTHING).withHeader("id", id).withHeader("relationship", relationship);
    }

    private static JsonObject documentOf(RawMessage message) {
        return message.<Buffer>reply().body().toJsonObject();
    }

    private static List<String> idsIn(JsonArray resources) {
        return resources.stream()
                .map(resource -> ((JsonObject) resource).getString("id"))
                .toList();
    }

    private static List<String> idsIn(RawMessage message) {
        return idsIn(documentOf(message).getJsonArray("data"));
    }

    @Test
    void what_a_person_only_reads_is_changed_by_others() {
        var ofAnn = create("fines", "borrower", "ann", NOTHING);
        var unused = create("fines", "borrower", "bob", NOTHING);
        assertThat(idsIn(read("list", "fines", ANN, NOTHING))).containsExactly(ofAnn);
        var fine = new JsonObject().put("type", "fines").put("attributes", new JsonObject().put("borrower", "ann"));
        change("create", "fines", ANN, fine).expectErrors(403);
        change("update", "fines", ANN, fine.copy().put("id", ofAnn))
                .withHeader("id", ofAnn)
                .expectErrors(403);
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
        assertThat(idsIn(all.getJsonArray("included")))
                .containsExactlyInAnyOrder(loanOfAnn, loanOfBob, reminderOfAnn, reminderOfBob);
        var seen = documentOf(read("get", "books", ANN, query).withHeader("id", book));
        assertThat(idsIn(seen.getJsonArray("included"))).containsExactlyInAnyOrder(loanOfAnn, reminderOfAnn);
        assertThat(idsIn(seen.getJsonObject("data")
                        .getJsonObject("relationships")
                        .getJsonObject("loans")
                        .getJsonArray("data")))
                .containsExactly(loanOfAnn);
        var linkage =
                read("linkage", "books", ANN, NOTHING).withHeader("id", book).withHeader("relationship", "loans");
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

    private static Object loanIn(JsonObject resource) {
        return resource.getJsonObject("relationships").getJsonObject("loan").getValue("data");
    }

    private static JsonObject identifierOf(String loan) {
        return new JsonObject().put("type", "loans").put("id", loan);
    }

    @Test
    void to_one_linkage_to_the_resource_of_another_person_is_null() {
        var both = new JsonObject().put("filter[id]", reminderOfAnn + "," + reminderOfBob);
        assertThat(documentOf(read("list", "reminders", LIBRARIAN, both)).getJsonArray("data"))
                .extracting(reminder -> loanIn((JsonObject) reminder))
                .containsExactlyInAnyOrder(identifierOf(loanOfAnn), identifierOf(loanOfBob));
        assertThat(documentOf(read("list", "reminders", ANN, both)).getJsonArray("data"))
                .extracting(reminder -> loanIn((JsonObject) reminder))
                .containsExactlyInAnyOrder(identifierOf(loanOfAnn), null);
        var linkage = read("linkage", "reminders", ANN, NOTHING)
                .withHeader("id", reminderOfBob)
                .withHeader("relationship", "loan");
        assertThat(documentOf(linkage).getValue("data")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter[loan]", "filter[loan.id]"})
    void a_filter_by_the_id_of_a_related_resource_finds_only_those_of_the_caller(String filter) {
        var both = new JsonObject().put(filter, loanOfAnn + "," + loanOfBob);
        assertThat(idsIn(read("list", "reminders", LIBRARIAN, both)))
                .containsExactlyInAnyOrder(reminderOfAnn, reminderOfBob);
        assertThat(idsIn(read("list", "reminders", ANN, both))).containsExactly(reminderOfAnn);
        var behind = new JsonObject().put("filter[reminders.loan]", loanOfAnn + "," + loanOfBob);
        assertThat(idsIn(read("list", "loans", LIBRARIAN, behind))).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
        assertThat(idsIn(read("list", "loans", ANN, behind))).containsExactly(loanOfAnn);
    }

    private static RawMessage changeOfReminderOfBob(JsonObject query, JsonObject caller) {
        var attributes = new JsonObject().put("text", "Please return it soon.");
        var resource = new JsonObject()
                .put("type", "reminders")
                .put("id", reminderOfBob)
                .put("attributes", attributes);
        var body = new JsonObject()
                .put("caller", caller)
                .put("query", query)
                .put("document", new JsonObject().put("data", resource));
        return RawMessage.to(VERTX, "registrar.reminders", body)
                .withHeader("action", "update")
                .withHeader("id", reminderOfBob);
    }

    @Test
    void the_reply_to_a_change_does_not_show_the_resource_of_another_person() {
        var seen = documentOf(changeOfReminderOfBob(NOTHING, ANN)).getJsonObject("data");
        assertThat(seen.getJsonObject("attributes").getString("text")).isEqualTo("Please return it soon.");
        assertThat(loanIn(seen)).isNull();
        var compound = documentOf(changeOfReminderOfBob(new JsonObject().put("include", "loan"), ANN));
        assertThat(compound.getJsonArray("included")).isEmpty();
    }

    @Test
    void a_change_with_the_entity_tag_that_the_caller_has_read_is_made() {
        var read = read("get", "reminders", ANN, NOTHING).withHeader("id", reminderOfBob);
        var etag = read.reply().headers().get("etag");
        assertThat(loanIn(documentOf(changeOfReminderOfBob(NOTHING, ANN).withHeader("if-match", etag))
                        .getJsonObject("data")))
                .isNull();
    }

    @Test
    void a_new_resource_cannot_be_related_to_the_resource_of_another_person() {
        for (var key : List.of("", unique("reminder-"))) {
            var message = change("create", "reminders", ANN, reminderFor(loanOfBob));
            (key.isEmpty() ? message : message.withHeader("idempotency-key", "\"" + key + "\""))
                    .expectErrorsAt(404, "pointer /data/relationships/loan/data/id");
        }
        var own = create("loans", "borrower", "ann", to("book", "books", create("books", "title", "Ethics", NOTHING)));
        var reminder = documentOf(change("create", "reminders", ANN, reminderFor(own)));
        assertThat(loanIn(reminder.getJsonObject("data"))).isEqualTo(identifierOf(own));
    }

    private static JsonObject reminderFor(String loan) {
        return new JsonObject()
                .put("type", "reminders")
                .put("attributes", new JsonObject().put("text", "Third reminder."))
                .put("relationships", to("loan", "loans", loan));
    }

    private static RawMessage changeOfLoans(String action, JsonObject caller, String... loans) {
        var members = new JsonArray(
                Stream.of(loans).map(RelatedOwnersTest::identifierOf).toList());
        return change(action, "books", caller, members).withHeader("id", book).withHeader("relationship", "loans");
    }

    @Test
    void members_that_belong_to_another_person_stay_as_they_are() {
        assertThat(idsIn(changeOfLoans("linkage-replace", ANN, loanOfAnn))).containsExactly(loanOfAnn);
        assertThat(idsIn(changeOfLoans("linkage-remove", ANN, loanOfBob))).containsExactly(loanOfAnn);
        changeOfLoans("linkage-add", ANN, loanOfBob).expectErrorsAt(404, "pointer /data/0/id");
        assertThat(idsIn(related(LIBRARIAN, "books", book, "loans"))).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
    }
}
