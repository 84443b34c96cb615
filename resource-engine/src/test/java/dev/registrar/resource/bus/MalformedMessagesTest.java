package dev.registrar.resource.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that violates the event-bus contract is rejected with an error for each mistake. */
@ExtendWith(LibraryExtension.class)
class MalformedMessagesTest {
    private static final String LOANS = "registrar.loans";
    private static final String ID = "00000000-0000-4000-8000-000000000000";

    private static JsonObject wellFormed() {
        return new JsonObject("""
                {"caller": {"name": "portal", "scopes": ["read"], "unbound": true}, "base_url": "https://registrar.example.edu",
                 "request_id": "portal-1"}""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"query": "filter[borrower]=ab1"}                           | pointer /query
            {"query": null}                                        | pointer /query
            {"query": {"page[size]": 5}}                           | parameter page[size]
            {"query": {"sort": null}}                              | parameter sort
            {"query": {"sort": []}}                                | parameter sort
            {"query": {"sort": ["borrower", 1]}}                        | parameter sort
            {"querry": {}}                                         | pointer /querry
            {"base_url": "https://registrar.example.edu/"}         | pointer /base_url
            {"base_url": "registrar.example.edu"}                  | pointer /base_url
            {"base_url": "javascript:alert(1)"}                    | pointer /base_url
            {"base_url": null}                                     | pointer /base_url
            {"self": "https://other.example.edu/v1/books/1/"}    | pointer /self
            {"self": "https://registrar.example.edu.evil.example"} | pointer /self
            {"request_id": "two words"}                            | pointer /request_id
            {"request_id": null}                                   | pointer /request_id
            {"document": {"data": null}}                           | pointer /document
            {"caller": "portal"}                                   | pointer /caller
            {"caller": null}                                       | pointer /caller
            {"caller": {"name": null, "scopes": ["read"], "unbound": true}}                   | pointer /caller/name
            {"caller": {"name": "\\u00a0", "scopes": ["read"], "unbound": true}}              | pointer /caller/name
            {"caller": {"name": "a\\u0000", "scopes": ["read"], "unbound": true}}             | pointer /caller/name
            {"caller": {"name": 7, "scopes": ["read"], "unbound": true}}                      | pointer /caller/name
            {"caller": {"scopes": ["read"], "unbound": true}}                                 | pointer /caller/name
            {"caller": {"name": "portal", "scopes": "read", "unbound": true}}                 | pointer /caller/scopes
            {"caller": {"name": "portal", "scopes": ["read", 1], "unbound": true}}            | pointer /caller/scopes
            {"caller": {"name": "portal", "scopes": null, "unbound": true}}                   | pointer /caller/scopes
            {"caller": {"name": "portal", "unbound": true}}                                   | pointer /caller/scopes
            {"caller": {"name": "portal", "scopes": ["read"], "unbound": true, "UNI": "ab1"}} | pointer /caller/UNI
            {"caller": {"name": "portal", "scopes": ["read"], "unbound": true, "bound": true}} | pointer /caller/bound
            {"caller": {"name": "portal", "scopes": ["read"]}}                                | pointer /caller
            {"caller": {"name": "portal", "scopes": ["read"], "uni": ""}}                     | pointer /caller/uni
            """)
    void the_error_of_a_malformed_member_names_the_member(String members, String place, Library library) {
        RawMessage.to(library.vertx(), LOANS, wellFormed().mergeIn(new JsonObject(members)))
                .withHeader("action", "list")
                .expectErrorsAt(400, place);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ab1", "abe\u0301", "al\u01311", "stra\u00dfe"})
    void a_person_who_could_not_be_registered_is_rejected_with_the_rule(String person, Library library) {
        var caller = new JsonObject()
                .put("name", "portal")
                .put("scopes", new JsonArray().add("read"))
                .put("uni", person);
        var message = RawMessage.to(library.vertx(), LOANS, wellFormed().put("caller", caller))
                .withHeader("action", "list");
        message.expectErrorsAt(400, "pointer /caller/uni");
        assertThat(message.expectErrors(400).get(0).path("detail").asText())
                .contains("\"caller.uni\" must be", "NFKC", "invisible characters", "another letter");
    }

    @Test
    void a_misspelled_person_is_named_and_the_remedy_said(Library library) {
        var caller = new JsonObject("""
                {"name": "portal", "scopes": ["read"], "uin": "ab1"}""");
        var message = RawMessage.to(library.vertx(), LOANS, wellFormed().put("caller", caller))
                .withHeader("action", "list");
        message.expectErrorsAt(400, "pointer /caller/uin", "pointer /caller");
        assertThat(message.expectErrors(400))
                .extracting(error -> error.path("detail").asText())
                .anySatisfy(detail -> assertThat(detail).contains("exactly one of \"uni\"", "\"unbound\": true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "2", "1.0", "v1", "1,2"})
    void an_unknown_version_of_the_contract_is_rejected_with_the_known_one(String version, Library library) {
        var message = RawMessage.to(library.vertx(), LOANS, wellFormed())
                .withHeader("action", "list")
                .withHeader("version", version);
        message.expectErrorsAt(400, "header version");
        assertThat(message.expectErrors(400).get(0).path("detail").asText()).contains(" is 1,");
    }

    @Test
    void all_mistakes_of_a_message_are_reported_together_with_the_request_id(Library library) {
        var body = wellFormed()
                .put("caller", Callers.unbound("portal", "read").put("name", 7).put("role", "admin"))
                .put("base_url", "registrar.example.edu")
                .put("query", new JsonObject().put("sort", 1));
        var message = RawMessage.to(library.vertx(), "registrar.books", body)
                .withHeader("action", "related")
                .withHeader("id", ID);
        message.expectErrorsAt(
                400,
                "pointer /caller/name",
                "pointer /caller/role",
                "pointer /base_url",
                "parameter sort",
                "header relationship");
        assertThat(message.expectErrors(400))
                .extracting(error -> error.path("id").asText())
                .containsOnly("portal-1");
    }

    @ParameterizedTest
    @CsvSource({
        "get,,,header id",
        "delete,,,header id",
        "create," + ID + ",,header id",
        "get," + ID + ",book,header relationship",
        "linkage," + ID + ",,header relationship",
        "linkage-add," + ID + ",,header relationship",
        "LIST,,,header action",
        ",,,header action",
    })
    void a_missing_or_superfluous_header_is_rejected_and_named(
            String action, String id, String relationship, String place, Library library) {
        var body = "create".equals(action) || "linkage-add".equals(action)
                ? wellFormed().put("document", new JsonObject())
                : wellFormed();
        var message = RawMessage.to(library.vertx(), LOANS, body);
        Stream.of(new String[] {"action", action}, new String[] {"id", id}, new String[] {"relationship", relationship})
                .filter(header -> header[1] != null)
                .forEach(header -> message.withHeader(header[0], header[1]));
        message.expectErrorsAt(400, place);
    }

    @ParameterizedTest
    @CsvSource({"export,", "export,text/html", "list,text/csv"})
    void an_export_needs_a_media_type_and_other_actions_have_none(String action, String mediaType, Library library) {
        var message = RawMessage.to(library.vertx(), LOANS, wellFormed()).withHeader("action", action);
        if (mediaType != null) {
            message.withHeader("media-type", mediaType);
        }
        message.expectErrorsAt(400, "header media-type");
    }

    @Test
    void a_repeated_header_is_rejected_and_named(Library library) {
        RawMessage.to(library.vertx(), LOANS, wellFormed())
                .withHeader("action", "list")
                .withHeader("action", "get")
                .expectErrorsAt(400, "header action");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "if-match", "prefer", "idempotency-key"})
    void a_header_longer_than_http_allows_is_rejected(String name, Library library) {
        var message = RawMessage.to(library.vertx(), LOANS, wellFormed())
                .withHeader("action", "get")
                .withHeader(name, "a".repeat(8_193));
        if (!name.equals("id")) {
            message.withHeader("id", ID);
        }
        message.expectErrorsAt(400, "header " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "0", "-1", "1.5", "2 s", "1000000000", ""})
    void a_timeout_that_is_not_a_number_of_milliseconds_is_rejected(String timeout, Library library) {
        RawMessage.to(library.vertx(), LOANS, wellFormed())
                .withHeader("action", "list")
                .withHeader("timeout", timeout)
                .expectErrorsAt(400, "header timeout");
    }

    @Test
    void a_query_much_longer_than_http_allows_is_rejected(Library library) {
        var query = new JsonObject().put("filter[isbn]", "x".repeat(3_000_000));
        RawMessage.to(library.vertx(), "registrar.books", wellFormed().put("query", query))
                .withHeader("action", "list")
                .expectErrorsAt(400, "pointer /query");
    }
}
