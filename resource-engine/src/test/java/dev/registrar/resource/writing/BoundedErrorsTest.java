package dev.registrar.resource.writing;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Proves;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The errors document of a request has a limited number of errors and a limited size, however many mistakes there are. */
@ExtendWith(LibraryExtension.class)
class BoundedErrorsTest {
    private static final int MOST_ERRORS = 20;
    private static final int MOST_BYTES = 65_536;

    private static String list(int length, String element) {
        return IntStream.range(0, length).mapToObj(element::formatted).collect(Collectors.joining(", "));
    }

    private static String unknownAttributes(int number) {
        return """
                {"data": {"type": "books", "attributes": {%s}}}""".formatted(list(number, "\"a%s\": 1"));
    }

    private static void expectBounded(Reply response) {
        assertThat(response.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
        assertThat(response.errors()).hasSizeLessThanOrEqualTo(MOST_ERRORS).doesNotHaveDuplicates();
    }

    private static void expectMore(Reply response) {
        expectBounded(response);
        assertThat(response.errors()).hasSize(MOST_ERRORS);
        response.expectStatus(400).expect("/errors/%s/code".formatted(MOST_ERRORS - 1), "too_many_errors");
    }

    @Proves("JSON:API 1.1, Errors")
    @Test
    void the_response_to_a_document_with_very_many_errors_reports_the_first_and_that_there_are_more(Library library) {
        var response = library.admin().post("/v1/books/", unknownAttributes(30_000));
        expectMore(response);
        response.expectError("unknown_attribute", "pointer", "/data/attributes/a0")
                .expectError("unknown_attribute", "pointer", "/data/attributes/a18");
    }

    @Test
    void the_response_to_very_many_wrong_members_of_a_relationship_reports_the_first_and_that_there_are_more(
            Library library) {
        var book = library.newBook();
        var linkage = "/v1/books/" + book + "/relationships/copies";
        expectMore(library.admin().patch(linkage, "{\"data\": [%s]}".formatted(list(50_000, "1"))));
        var absent = list(50, "{\"type\": \"copies\", \"id\": \"00000000-0000-4000-8000-0000000001%02d\"}");
        expectMore(library.admin().patch(linkage, "{\"data\": [%s]}".formatted(absent)));
        expectMore(library.admin().post("/v1/books/", """
                {"data": {"type": "books", "attributes": {"isbn": "%s", "title": "Logic"},
                  "relationships": {"copies": {"data": [%s]}}}}""".formatted(unique("WRONGMEMBERS"), absent)));
    }

    @Test
    void the_response_to_very_many_wrong_parameters_reports_the_first_and_that_there_are_more(Library library) {
        var response = library.reader()
                .get("/v1/books/?" + list(500, "x%s=1").replace(", ", "&"))
                .expectError("unknown_parameter", "parameter", "x0");
        expectMore(response);
        expectMore(library.admin().delete("/v1/books/x/?" + list(500, "x%s=1").replace(", ", "&")));
        expectMore(library.reader()
                .get("/v1/books/?fields[books]=" + list(50, "x%s").replace(", ", ",")));
    }

    @Test
    void the_response_to_exactly_the_maximum_number_of_errors_does_not_mention_more(Library library) {
        var response =
                library.reader().get("/v1/books/?" + list(MOST_ERRORS, "x%s=1").replace(", ", "&"));
        assertThat(response.expectStatus(400).errors())
                .hasSize(MOST_ERRORS)
                .extracting(error -> error.path("code").asText())
                .containsOnly("unknown_parameter");
    }

    @Test
    void an_error_that_occurs_several_times_is_reported_once(Library library) {
        assertThat(library.reader().get("/v1/books/?sort=,").errors()).hasSize(1);
        assertThat(library.reader().get("/v1/books/?include=x,x,x").errors()).hasSize(1);
    }

    @Test
    void errors_quote_only_a_limited_part_of_a_long_request(Library library) {
        var longText = "\\u0001x".repeat(20_000);
        expectBounded(library.admin().post("/v1/books/", """
                {"data": {"type": "%1$s", "attributes": {"%1$s": 1}}}""".formatted(longText)));
        expectBounded(library.admin()
                .post("/v1/books/", """
                {"data": {"type": "books", "attributes": {"%1$s": 1, "title": "%1$s"},
                  "relationships": {"%1$s": {}}}}""".formatted(longText))
                .expectError("unknown_attribute", "pointer", "/data/attributes")
                .expectError("unknown_relationship", "pointer", "/data/relationships"));
        expectBounded(library.admin().post("/v1/books/", "{\"%1$s\": 1, \"%1$s\": 2}".formatted(longText)));
        expectBounded(library.admin().post("/v1/books/", "x".repeat(1_000_000)));
        var longName = "%01x".repeat(1_500);
        for (var query : List.of(
                longName + "=1",
                "filter[%s]=1".formatted(longName),
                "filter[title.%s]=1".formatted(longName),
                "filter[changed_on]=" + longName,
                "fields[books]=" + longName,
                "fields[%s]=x".formatted(longName),
                "sort=" + longName,
                "include=" + longName)) {
            expectBounded(library.reader().get("/v1/books/?" + query).expectStatus(400));
        }
    }

    @Test
    void errors_are_bounded_on_the_event_bus(Library library) {
        var caller = Callers.unbound("portal", "read", "create");
        var withDocument = new JsonObject()
                .put("caller", caller)
                .put("request_id", "r".repeat(100_000))
                .put("document", new JsonObject(unknownAttributes(30_000)));
        expectBounded(message(library, "create", withDocument));
        var withQuery = new JsonObject()
                .put("caller", caller)
                .put("query", new JsonObject().put("sort", "a,".repeat(300_000)).put("x".repeat(1_000_000), "1"));
        expectBounded(message(library, "list", withQuery));
        expectBounded(message(library, "x".repeat(1_000_000), withQuery));
    }

    private static RawMessage message(Library library, String action, JsonObject body) {
        return RawMessage.to(library.vertx(), "registrar.books", body).withHeader("action", action);
    }

    private static void expectBounded(RawMessage message) {
        var errors = message.expectErrors(400);
        assertThat(errors.toString().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
        assertThat(errors).hasSizeLessThanOrEqualTo(MOST_ERRORS);
    }
}
