package dev.registrar.server.writing.concurrency;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.InParallel;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import dev.registrar.server.testing.document.Document;
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
@ExtendWith(ServiceExtension.class)
class ConcurrencyTest {
    private String id;
    private String url;
    private Response created;

    @BeforeEach
    void a_course(Service service) {
        created = service.admin().post("/v1/courses/", course(unique("ETAG"), "Logic"));
        id = created.id();
        url = "/v1/courses/" + id + "/";
    }

    private Document renamed(String name) {
        return Document.of("courses", id).attribute("course_name", name);
    }

    private Response patchIfMatch(Service service, String entityTag, String name) {
        return service.admin().withHeader("If-Match", entityTag).patch(url, renamed(name));
    }

    @Test
    void an_item_has_a_strong_entity_tag_from_its_creation(Service service) {
        var read = service.reader().get(url).expectHeader("Cache-Control", "private, no-cache");
        assertThat(read.header("ETag")).matches("\"[^\"]+\"").isEqualTo(created.header("ETag"));
    }

    @Proves("JSON:API 1.0, Updating Resources, 200")
    @Test
    void a_change_returns_a_new_entity_tag(Service service) {
        var patched = service.admin().patch(url, renamed("Other"));
        assertThat(patched.header("ETag"))
                .isNotEqualTo(created.header("ETag"))
                .isEqualTo(service.reader().get(url).header("ETag"));
    }

    @Test
    void a_new_term_changes_the_entity_tag_of_its_course(Service service) {
        service.admin().post("/v1/course_terms/", term(unique("ETAGTERM"), id)).expectStatus(201);
        assertThat(service.reader().get(url).header("ETag")).isNotEqualTo(created.header("ETag"));
    }

    @Proves("JSON:API 1.0, Fetching Resources")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?fields[courses]=course_name",
                "?include=course_terms",
                "relationships/course_terms",
                "course_terms/"
            })
    void a_read_with_the_current_entity_tag_is_304(String form, Service service) {
        var read = service.reader().get(url + form);
        var again = service.reader()
                .withHeader("If-None-Match", "\"other\", " + read.header("ETag"))
                .get(url + form)
                .expectStatus(304)
                .expectHeader("ETag", read.header("ETag"))
                .expectHeader("Vary", "Accept, Authorization, Cookie");
        assertThat(again.body()).isEmpty();
    }

    @Test
    void a_collection_has_an_entity_tag_that_a_change_of_an_item_changes(Service service) {
        var collection = "/v1/courses/?filter[id]=" + id;
        var tag = service.reader().get(collection).header("ETag");
        service.reader().withHeader("If-None-Match", tag).get(collection).expectStatus(304);
        service.admin().patch(url, renamed("Changed"));
        service.reader().withHeader("If-None-Match", tag).get(collection).expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/", ""})
    void if_none_match_compares_weakly_and_if_match_strongly(String prefix, Service service) {
        var tag = prefix + created.header("ETag");
        service.reader().withHeader("If-None-Match", tag).get(url).expectStatus(304);
        patchIfMatch(service, tag, "Strongly").expectStatus(prefix.isEmpty() ? 200 : 412);
    }

    @Test
    void a_stale_if_match_is_412_and_changes_nothing(Service service) {
        service.admin().patch(url, renamed("Newer"));
        patchIfMatch(service, created.header("ETag"), "Mine")
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-Match");
        service.admin()
                .withHeader("If-Match", created.header("ETag"))
                .delete(url)
                .expectStatus(412);
        service.admin()
                .withHeader("If-Match", created.header("ETag"))
                .put(url, renamed("Mine").attribute("course_identifier", unique("E")))
                .expectStatus(412);
        service.reader().get(url).expect("/data/attributes/course_name", "Newer");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ?fields[courses]=course_name",
        "?fields[courses]=course_name, ''",
        "?fields[courses]=course_terms, ?include=course_terms",
        "?include=course_terms, ?fields[courses]=suffix_two"
    })
    void the_entity_tag_of_any_representation_of_the_current_version_passes_if_match(
            String read, String changed, Service service) {
        service.admin()
                .withHeader("If-Match", service.reader().get(url + read).header("ETag"))
                .patch(url + changed, renamed("Other"))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?fields[courses]=suffix_two", "?include=course_terms"})
    void a_change_of_a_field_that_the_client_has_not_read_fails_if_match(String read, Service service) {
        var tag = service.reader().get(url + read).header("ETag");
        service.admin().patch(url, renamed("Newer")).expectStatus(200);
        patchIfMatch(service, tag, "Mine").expectStatus(412);
    }

    @Test
    void the_entity_tag_of_another_representation_of_the_version_is_not_304(Service service) {
        service.reader()
                .withHeader("If-None-Match", service.reader().get(url).header("ETag"))
                .get(url + "?fields[courses]=course_name")
                .expectStatus(200);
    }

    @Test
    void a_change_that_only_shows_in_meta_passes_if_match_but_is_not_304(Service service) throws SQLException {
        var registration = abandoned(service, "No seat was found.");
        var tag = service.admin().get(registration).header("ETag");
        service.admin().withHeader("If-None-Match", tag).get(registration).expectStatus(304);
        Sql.execute(
                service.databaseUri(),
                "UPDATE registration.registrations SET reason = 'No room was found.' WHERE course_id = '%s'"
                        .formatted(id));
        service.admin()
                .withHeader("If-None-Match", tag)
                .get(registration)
                .expectStatus(200)
                .expect("/data/meta/enrollment/reason", "No room was found.");
        service.admin().withHeader("If-Match", tag).delete(registration).expectStatus(204);
    }

    /** The URL of a registration for the course, whose enrollment is abandoned, so that nothing else changes it. */
    private String abandoned(Service service, String reason) throws SQLException {
        Sql.execute(
                service.databaseUri(),
                "INSERT INTO registration.registrations (uni, course_id, enrollment, attempts, abandoned_at, reason)"
                        + " VALUES ('%s', '%s', 'pending', 10, now(), '%s')".formatted(unique("etag"), id, reason));
        var registrations = service.admin().get("/v1/registrations/?filter[courses]=" + id);
        return "/v1/registrations/" + registrations.text("/data/0/id") + "/";
    }

    @Test
    void a_star_matches_any_existing_resource(Service service) {
        patchIfMatch(service, "*", "Any").expectStatus(200);
        service.admin()
                .withHeader("If-None-Match", "*")
                .patch(url, renamed("None"))
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-None-Match");
    }

    @Test
    void a_precondition_on_a_nonexistent_resource_is_404(Service service) {
        var absent = "00000000-0000-4000-8000-000000000000";
        service.admin()
                .withHeader("If-Match", "\"x\"")
                .patch("/v1/courses/" + absent + "/", Document.of("courses", absent))
                .expectStatus(404);
    }

    @Test
    void the_response_to_a_put_has_no_entity_tag_because_the_server_sets_attributes(Service service) {
        var replaced = service.admin()
                .withHeader("If-Match", created.header("ETag"))
                .put(url, renamed("Put").attribute("course_identifier", unique("P")))
                .expectStatus(200);
        assertThat(replaced.hasHeader("ETag")).isFalse();
    }

    @Test
    void if_match_on_a_relationship_url_compares_the_entity_tag_of_the_linkage(Service service) {
        var term = service.admin()
                .post("/v1/course_terms/", term(unique("GUARD"), id))
                .id();
        var linkageUrl = url + "relationships/course_terms";
        var linkage = Document.linkage("course_terms", List.of(term));
        var tag = service.reader().get(linkageUrl).header("ETag");
        service.admin().withHeader("If-Match", tag).delete(linkageUrl, linkage).expectStatus(200);
        service.admin().withHeader("If-Match", tag).post(linkageUrl, linkage).expectStatus(412);
        service.reader().get(linkageUrl).expect("/meta/count", "0");
    }

    @Test
    void concurrent_changes_of_different_attributes_are_all_kept(Service service) {
        InParallel.forEach(List.of("course_name", "course_number", "suffix_two", "subject_area_code"), attribute -> {
            for (var round = 0; round < 20; round++) {
                service.admin()
                        .patch(url, Document.of("courses", id).attribute(attribute, Integer.toString(round)))
                        .expectStatus(200)
                        .expect("/data/attributes/" + attribute, Integer.toString(round));
            }
        });
        var read = service.reader().get(url);
        List.of("course_name", "course_number", "suffix_two", "subject_area_code")
                .forEach(attribute -> read.expect("/data/attributes/" + attribute, "19"));
    }

    /** Both changes wait for the locked row before either can check its state. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?fields[courses]=course_name", "?include=course_terms"})
    void of_two_concurrent_changes_with_the_same_if_match_one_gets_412(String form, Service service)
            throws SQLException {
        var guarded = service.admin()
                .withHeader("If-Match", service.reader().get(url + form).header("ETag"));
        var statuses = statusesOf(
                "UPDATE course.courses SET suffix_two = suffix_two WHERE id = '%s'".formatted(id),
                service,
                () -> guarded.patch(url + form, renamed("First")),
                () -> guarded.patch(url + form, renamed("Second")));
        assertThat(statuses).containsExactlyInAnyOrder(200, 412);
    }

    @Test
    void a_change_that_waits_for_a_new_term_of_its_course_gets_412(Service service) throws SQLException {
        var statuses = statusesOf(
                "INSERT INTO course.course_terms VALUES (gen_random_uuid(), '%s', 0, true, null, null, 'x', now(), '%s')"
                        .formatted(unique("ETAGTERM"), id),
                service,
                () -> patchIfMatch(service, created.header("ETag"), "Other"));
        assertThat(statuses).containsExactly(412);
    }

    /** The statuses of requests that wait for a transaction with this statement. */
    @SafeVarargs
    private static Queue<Integer> statusesOf(String before, Service service, Supplier<Response>... requests)
            throws SQLException {
        var statuses = new ConcurrentLinkedQueue<Integer>();
        try (var session = Sql.hold(service.databaseUri(), before)) {
            var clients = Executors.newFixedThreadPool(requests.length);
            for (var request : requests) {
                clients.execute(() -> statuses.add(request.get().status()));
            }
            Await.until(
                    "all wait for the row",
                    () -> Sql.count(service.databaseUri(), "pg_stat_activity WHERE wait_event_type = 'Lock'")
                            == requests.length);
            session.commit();
            clients.shutdown();
            Await.until("all have responses", clients::isTerminated);
        }
        return statuses;
    }
}
