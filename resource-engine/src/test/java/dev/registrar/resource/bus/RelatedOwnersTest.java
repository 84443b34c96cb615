package dev.registrar.resource.bus;

import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.EmptyDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
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

    @AutoClose
    private static final Vertx VERTX = Vertx.vertx();

    private static final BusClient CLIENT = new BusClient(VERTX, Duration.ofSeconds(37));
    private static final BusClient LIBRARIAN = CLIENT.as(Caller.unbound("librarian", Set.of("read", "create")));
    private static final BusClient ANN =
            CLIENT.as(new Caller("", "portal", "portal", Set.of("read", "create", "update"), Optional.of("ann")));

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
        book = newBook();
        loanOfAnn = create("loans", loan("ann", book));
        loanOfBob = create("loans", loan("bob", book));
        reminderOfAnn = create("reminders", reminder("It is due soon.", loanOfAnn));
        reminderOfBob = create("reminders", reminder("Please return it.", loanOfBob));
    }

    @CanIgnoreReturnValue
    private static String create(String type, Document document) {
        return LIBRARIAN.post("/v1/" + type + "/", document).expectStatus(201).id();
    }

    private static String newBook() {
        return create("books", Document.of("books").attribute("title", unique("Logic ")));
    }

    private static Document loan(String borrower, String book) {
        return Document.of("loans")
                .attribute("borrower", borrower)
                .relationship("book", Document.linkage("books", book));
    }

    private static Document reminder(String text, String loan) {
        return Document.of("reminders").attribute("text", text).relationship("loan", Document.linkage("loans", loan));
    }

    private static List<String> ids(BusClient client, String url) {
        return client.get(url).expectStatus(200).each("/id");
    }

    @Test
    void what_a_person_only_reads_is_changed_by_others() {
        var fine = Document.of("fines").attribute("borrower", "ann");
        var ofAnn = create("fines", fine);
        create("fines", Document.of("fines").attribute("borrower", "bob"));
        assertThat(ids(ANN, "/v1/fines/")).containsExactly(ofAnn);
        ANN.post("/v1/fines/", fine).expectStatus(403);
        ANN.patch("/v1/fines/" + ofAnn, fine.withId(ofAnn)).expectStatus(403);
    }

    @Test
    void related_resources_are_those_of_the_caller() {
        var url = "/v1/books/" + book + "/loans/";
        assertThat(ids(LIBRARIAN, url)).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
        assertThat(ANN.get(url).expect("/meta/pagination/count", "1").each("/id"))
                .containsExactly(loanOfAnn);
    }

    @Test
    void a_related_resource_of_another_person_is_null() {
        var url = "/v1/reminders/" + reminderOfBob + "/loan/";
        LIBRARIAN.get(url).expect("/data/id", loanOfBob);
        ANN.get(url).expect("/data", null);
    }

    @Test
    void what_is_related_to_the_resource_of_another_person_does_not_exist() {
        var url = "/v1/loans/" + loanOfBob;
        assertThat(ids(LIBRARIAN, url + "/reminders/")).containsExactly(reminderOfBob);
        ANN.get(url + "/reminders/").expectStatus(404);
        ANN.get(url + "/book/").expectStatus(404);
    }

    private static List<String> idsIn(JsonNode resources) {
        return StreamSupport.stream(resources.spliterator(), false)
                .map(resource -> resource.path("id").asText())
                .toList();
    }

    @Test
    void linkage_and_included_resources_are_those_of_the_caller() {
        var url = "/v1/books/" + book;
        var including = url + "?include=loans,loans.reminders";
        assertThat(idsIn(LIBRARIAN.get(including).at("/included")))
                .containsExactlyInAnyOrder(loanOfAnn, loanOfBob, reminderOfAnn, reminderOfBob);
        var seen = ANN.get(including);
        assertThat(idsIn(seen.at("/included"))).containsExactlyInAnyOrder(loanOfAnn, reminderOfAnn);
        assertThat(idsIn(seen.at("/data/relationships/loans/data"))).containsExactly(loanOfAnn);
        assertThat(ids(ANN, url + "/relationships/loans")).containsExactly(loanOfAnn);
    }

    @Test
    void a_filter_by_related_resources_finds_only_those_of_the_caller() {
        var borrowedByBob = "/v1/books/?filter[loans.borrower]=bob&filter[id]=" + book;
        assertThat(ids(LIBRARIAN, borrowedByBob)).containsExactly(book);
        assertThat(ids(ANN, borrowedByBob)).isEmpty();
        assertThat(ids(ANN, "/v1/books/?filter[loans.id]=" + loanOfBob)).isEmpty();
    }

    @Test
    void to_one_linkage_to_the_resource_of_another_person_is_null() {
        var both = "/v1/reminders/?filter[id]=%s,%s".formatted(reminderOfAnn, reminderOfBob);
        assertThat(LIBRARIAN.get(both).each("/relationships/loan/data/id"))
                .containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
        assertThat(ANN.get(both).each("/relationships/loan/data/id")).containsExactlyInAnyOrder(loanOfAnn, "");
        var url = "/v1/reminders/" + reminderOfBob;
        ANN.get(url).expect("/data/relationships/loan/data", null);
        ANN.get(url + "/relationships/loan").expect("/data", null);
    }

    @Test
    void a_file_does_not_show_the_resource_of_another_person() {
        var path = "/v1/reminders/?filter[id]=%s,%s&fields[reminders]=loan&include=loan&fields[loans]=borrower"
                .formatted(reminderOfAnn, reminderOfBob);
        assertThat(fileOf(LIBRARIAN, path).lines())
                .containsExactlyInAnyOrder(
                        "id,loan,loan.borrower",
                        "%s,%s,ann".formatted(reminderOfAnn, loanOfAnn),
                        "%s,%s,bob".formatted(reminderOfBob, loanOfBob));
        assertThat(fileOf(ANN, path).lines())
                .containsExactlyInAnyOrder(
                        "id,loan,loan.borrower",
                        "%s,%s,ann".formatted(reminderOfAnn, loanOfAnn),
                        "%s,,".formatted(reminderOfBob));
    }

    private static String fileOf(BusClient client, String path) {
        return client.withHeader("Accept", "text/csv").file(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter[loan]", "filter[loan.id]"})
    void a_filter_by_the_id_of_a_related_resource_finds_only_those_of_the_caller(String filter) {
        var both = "=%s,%s".formatted(loanOfAnn, loanOfBob);
        var reminders = "/v1/reminders/?" + filter + both;
        assertThat(ids(LIBRARIAN, reminders)).containsExactlyInAnyOrder(reminderOfAnn, reminderOfBob);
        assertThat(ids(ANN, reminders)).containsExactly(reminderOfAnn);
        var behind = "/v1/loans/?filter[reminders.loan]" + both;
        assertThat(ids(LIBRARIAN, behind)).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
        assertThat(ids(ANN, behind)).containsExactly(loanOfAnn);
    }

    @Test
    void the_reply_to_a_change_does_not_show_the_resource_of_another_person() {
        var url = "/v1/reminders/" + reminderOfBob;
        var change = Document.of("reminders", reminderOfBob).attribute("text", "Please return it soon.");
        ANN.patch(url, change)
                .expect("/data/attributes/text", "Please return it soon.")
                .expect("/data/relationships/loan/data", null);
        assertThat(ANN.patch(url + "?include=loan", change).at("/included")).isEmpty();
        ANN.withHeader("If-Match", ANN.get(url).header("ETag"))
                .patch(url, change)
                .expectStatus(200)
                .expect("/data/relationships/loan/data", null);
    }

    @Test
    void a_new_resource_cannot_be_related_to_the_resource_of_another_person() {
        for (var client : List.of(ANN, ANN.withHeader("Idempotency-Key", unique("reminder-")))) {
            client.post("/v1/reminders/", reminder("Third reminder.", loanOfBob))
                    .expectStatus(404)
                    .expect("/errors/0/source/pointer", "/data/relationships/loan/data/id");
        }
        var own = create("loans", loan("ann", newBook()));
        ANN.post("/v1/reminders/", reminder("Third reminder.", own))
                .expectStatus(201)
                .expect("/data/relationships/loan/data/id", own);
    }

    @Test
    void members_that_belong_to_another_person_stay_as_they_are() {
        var url = "/v1/books/" + book + "/relationships/loans";
        var ofBob = Document.linkage("loans", List.of(loanOfBob));
        assertThat(ANN.patch(url, Document.linkage("loans", List.of(loanOfAnn))).each("/id"))
                .containsExactly(loanOfAnn);
        assertThat(ANN.delete(url, ofBob).each("/id")).containsExactly(loanOfAnn);
        ANN.post(url, ofBob).expectStatus(404).expect("/errors/0/source/pointer", "/data/0/id");
        assertThat(ids(LIBRARIAN, url)).containsExactlyInAnyOrder(loanOfAnn, loanOfBob);
    }
}
