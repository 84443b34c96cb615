package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entity tags and preconditions (RFC 9110, 13), and concurrent changes. */
@ExtendWith(LibraryExtension.class)
class ConcurrencyTest {
    private String id;
    private String url;
    private Reply created;

    @BeforeEach
    void a_book(Library library) {
        created = library.admin().post("/v1/books/", book(unique("ETAG"), "Logic"));
        id = created.id();
        url = "/v1/books/" + id + "/";
    }

    private Document renamed(String name) {
        return Document.of("books", id).attribute("title", name);
    }

    private Reply patchIfMatch(Library library, String entityTag, String name) {
        return library.admin().withHeader("If-Match", entityTag).patch(url, renamed(name));
    }

    @Proves("JSON:API 1.0, Updating Resources, 200")
    @Test
    void an_item_has_a_strong_entity_tag_from_its_creation_and_a_change_returns_a_new_one(Library library) {
        assertThat(library.reader().get(url).header("ETag"))
                .matches("\"[^\"]+\"")
                .isEqualTo(created.header("ETag"));
        var patched = library.admin().patch(url, renamed("Other"));
        assertThat(patched.header("ETag"))
                .isNotEqualTo(created.header("ETag"))
                .isEqualTo(library.reader().get(url).header("ETag"));
    }

    @Test
    void a_new_copy_changes_the_entity_tag_of_its_book(Library library) {
        library.admin().post("/v1/copies/", copy(unique("ETAGCOPY"), id)).expectStatus(201);
        assertThat(library.reader().get(url).header("ETag")).isNotEqualTo(created.header("ETag"));
    }

    @Proves("JSON:API 1.0, Fetching Resources")
    @ParameterizedTest
    @ValueSource(strings = {"", "?fields[books]=title", "?include=copies", "relationships/copies", "copies/"})
    void a_read_with_the_current_entity_tag_is_304(String form, Library library) {
        var read = library.reader().get(url + form);
        var again = library.reader()
                .withHeader("If-None-Match", "\"other\", " + read.header("ETag"))
                .get(url + form)
                .expectStatus(304)
                .expectHeader("ETag", read.header("ETag"));
        assertThat(again.body()).isEmpty();
    }

    @Test
    void a_collection_has_an_entity_tag_that_a_change_of_an_item_changes(Library library) {
        var collection = "/v1/books/?filter[id]=" + id;
        var tag = library.reader().get(collection).header("ETag");
        library.reader().withHeader("If-None-Match", tag).get(collection).expectStatus(304);
        library.admin().patch(url, renamed("Changed"));
        library.reader().withHeader("If-None-Match", tag).get(collection).expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/", ""})
    void if_none_match_compares_weakly_and_if_match_strongly(String prefix, Library library) {
        var tag = prefix + created.header("ETag");
        library.reader().withHeader("If-None-Match", tag).get(url).expectStatus(304);
        patchIfMatch(library, tag, "Strongly").expectStatus(prefix.isEmpty() ? 200 : 412);
    }

    @Test
    void a_stale_if_match_is_412_and_changes_nothing(Library library) {
        library.admin().patch(url, renamed("Newer"));
        patchIfMatch(library, created.header("ETag"), "Mine")
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-Match");
        library.admin()
                .withHeader("If-Match", created.header("ETag"))
                .delete(url)
                .expectStatus(412);
        library.admin()
                .withHeader("If-Match", created.header("ETag"))
                .put(url, renamed("Mine").attribute("isbn", unique("E")))
                .expectStatus(412);
        library.reader().get(url).expect("/data/attributes/title", "Newer");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ?fields[books]=title",
        "?fields[books]=title, ''",
        "?fields[books]=copies, ?include=copies",
        "?include=copies, ?fields[books]=language_code"
    })
    void the_entity_tag_of_any_representation_of_the_current_version_passes_if_match(
            String read, String changed, Library library) {
        library.admin()
                .withHeader("If-Match", library.reader().get(url + read).header("ETag"))
                .patch(url + changed, renamed("Other"))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?fields[books]=language_code", "?include=copies"})
    void a_change_of_a_field_that_the_client_has_not_read_fails_if_match(String read, Library library) {
        var tag = library.reader().get(url + read).header("ETag");
        library.admin().patch(url, renamed("Newer")).expectStatus(200);
        patchIfMatch(library, tag, "Mine").expectStatus(412);
    }

    @Test
    void the_entity_tag_of_another_representation_of_the_version_is_not_304(Library library) {
        library.reader()
                .withHeader("If-None-Match", library.reader().get(url).header("ETag"))
                .get(url + "?fields[books]=title")
                .expectStatus(200);
    }

    @Test
    void a_star_matches_any_existing_resource_and_one_that_does_not_exist_is_404(Library library) {
        patchIfMatch(library, "*", "Any").expectStatus(200);
        library.admin()
                .withHeader("If-None-Match", "*")
                .patch(url, renamed("None"))
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-None-Match");
        var absent = "00000000-0000-4000-8000-000000000000";
        library.admin()
                .withHeader("If-Match", "*")
                .patch("/v1/books/" + absent + "/", Document.of("books", absent))
                .expectStatus(404);
    }

    @Test
    void the_response_to_a_put_has_no_entity_tag_because_the_server_sets_attributes(Library library) {
        var replaced = library.admin()
                .withHeader("If-Match", created.header("ETag"))
                .put(url, renamed("Put").attribute("isbn", unique("P")))
                .expectStatus(200);
        assertThat(replaced.hasHeader("ETag")).isFalse();
    }

    @Test
    void if_match_on_a_relationship_url_compares_the_entity_tag_of_the_linkage(Library library) {
        var copy = library.create("copies", copy(unique("GUARD"), id));
        var linkageUrl = url + "relationships/copies";
        var linkage = Document.linkage("copies", List.of(copy));
        var tag = library.reader().get(linkageUrl).header("ETag");
        library.admin().withHeader("If-Match", tag).delete(linkageUrl, linkage).expectStatus(200);
        library.admin().withHeader("If-Match", tag).post(linkageUrl, linkage).expectStatus(412);
        library.reader().get(linkageUrl).expect("/meta/count", "0");
    }

    @Test
    void concurrent_changes_of_different_attributes_are_all_kept(Library library) {
        InParallel.forEach(List.of("title", "shelf", "language_code", "subject_code"), attribute -> {
            for (var round = 0; round < 20; round++) {
                library.admin()
                        .patch(url, Document.of("books", id).attribute(attribute, Integer.toString(round)))
                        .expectStatus(200)
                        .expect("/data/attributes/" + attribute, Integer.toString(round));
            }
        });
        var read = library.reader().get(url);
        List.of("title", "shelf", "language_code", "subject_code")
                .forEach(attribute -> read.expect("/data/attributes/" + attribute, "19"));
    }

    /** Both changes wait for the locked row before either can check its state. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?fields[books]=title", "?include=copies"})
    void of_two_concurrent_changes_with_the_same_if_match_one_gets_412(String form, Library library)
            throws SQLException {
        var guarded = library.admin()
                .withHeader("If-Match", library.reader().get(url + form).header("ETag"));
        var statuses = statusesOf(
                "UPDATE stock.books SET language_code = language_code WHERE id = '%s'".formatted(id),
                library,
                () -> guarded.patch(url + form, renamed("First")),
                () -> guarded.patch(url + form, renamed("Second")));
        assertThat(statuses).containsExactlyInAnyOrder(200, 412);
    }

    @Test
    void a_change_that_waits_for_a_new_copy_of_its_book_gets_412(Library library) throws SQLException {
        var statuses = statusesOf(
                "INSERT INTO stock.copies VALUES (gen_random_uuid(), '%s', 0, true, null, null, 'x', now(), '%s')"
                        .formatted(unique("ETAGCOPY"), id),
                library,
                () -> patchIfMatch(library, created.header("ETag"), "Other"));
        assertThat(statuses).containsExactly(412);
    }

    /** The statuses of requests that wait for a transaction with this statement. */
    @SafeVarargs
    private static Queue<Integer> statusesOf(String before, Library library, Supplier<Reply>... requests)
            throws SQLException {
        var statuses = new ConcurrentLinkedQueue<Integer>();
        try (var session = Sql.hold(library.databaseUri(), before)) {
            var clients = Executors.newFixedThreadPool(requests.length);
            for (var request : requests) {
                clients.execute(() -> statuses.add(request.get().status()));
            }
            Await.until(
                    "all wait for the row",
                    () -> Sql.count(library.databaseUri(), "pg_stat_activity WHERE wait_event_type = 'Lock'")
                            == requests.length);
            session.commit();
            clients.shutdown();
            Await.until("all have responses", clients::isTerminated);
        }
        return statuses;
    }
}
