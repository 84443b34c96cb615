package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.EventPages;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client without the event bus reads every change at {@code /v1/events/}, in pages that lead from one to the next. */
@ExtendWith(ServiceExtension.class)
class EventPagesTest {
    private static final String URL = "/v1/events/";
    private static final String BATCH = "application/cloudevents-batch+json";

    @BeforeEach
    void nothing_of_an_earlier_test_follows(Service service) {
        EventPages.awaitPublication(service);
    }

    private static void rename(Service service, String course) {
        service.admin()
                .patch(
                        "/v1/courses/%s/".formatted(course),
                        Document.of("courses", course).attribute("course_name", "Ethics"))
                .expectStatus(200);
    }

    private static void delete(Service service, String path) {
        service.admin().delete(path).expectStatus(204);
    }

    @Test
    void the_changes_of_a_resource_follow_each_other_on_pages_of_any_size(Service service) {
        var events = EventPages.fromNowOn(service.reader(), "&page[size]=1&filter[type]=courses");
        var start = events.next();
        var id = service.newCourse();
        rename(service, id);
        delete(service, "/v1/courses/%s/".formatted(id));
        events.await(3);
        assertThat(events.each("/attributes/event_type"))
                .containsExactly(
                        "dev.registrar.courses.created",
                        "dev.registrar.courses.updated",
                        "dev.registrar.courses.deleted");
        assertThat(events.each("/relationships/subject/data/id")).containsOnly(id);
        assertThat(events.each("/meta/resource/attributes/course_name")).containsExactly("Logic", "Ethics", "Ethics");
        assertThat(events.each("/attributes/auth_id")).containsOnly("admin");
        events.pages().forEach(page -> assertThat(page.at("/data").size()).isLessThanOrEqualTo(1));
        events.pages().get(0).expect("/links/self", start);
    }

    @Test
    void the_last_page_has_no_events_and_leads_to_those_that_come_later(Service service) {
        var id = service.newCourse();
        EventPages.awaitPublication(service);
        var events = EventPages.fromNowOn(service.reader()).readAll();
        var end = events.pages().get(events.pages().size() - 1);
        assertThat(end.at("/data")).isEmpty();
        rename(service, id);
        assertThat(events.await(1).each("/relationships/subject/data/id")).contains(id);
    }

    @Test
    void without_a_position_the_first_page_begins_with_the_oldest_stored_event(Service service) {
        var id = service.newCourse();
        assertThat(EventPages.after(service.reader(), URL + "?page[size]=1")
                        .await(1)
                        .each("/relationships/subject/data/id"))
                .hasSize(1)
                .doesNotContain(id);
    }

    @Test
    void events_of_all_sources_are_on_one_page_in_the_order_of_their_times(Service service) {
        var start = EventPages.fromNowOn(service.reader()).next();
        var course = service.newCourse();
        var seat = service.admin()
                .post("/v1/registrations/", registration(unique("evp"), course))
                .expectStatus(201);
        delete(service, "/v1/registrations/%s/".formatted(seat.id()));
        delete(service, "/v1/courses/%s/".formatted(course));
        Await.until(
                "one page has all events",
                () -> service.reader().get(start).at("/data").size() == 5);
        assertThat(service.reader().get(start).each("/attributes/event_type"))
                .containsExactly(
                        "dev.registrar.courses.created",
                        "dev.registrar.registrations.created",
                        "dev.registrar.registrations.updated",
                        "dev.registrar.registrations.deleted",
                        "dev.registrar.courses.deleted");
    }

    @Test
    void a_filter_keeps_the_events_of_resource_types_and_of_single_types_of_events(Service service) {
        var types = "&filter[type]=course_terms, dev.registrar.courses.deleted";
        var events = EventPages.fromNowOn(service.reader(), types);
        var course = service.newCourse();
        rename(service, course);
        service.admin().post("/v1/course_terms/", term(unique("EVPT"), course)).expectStatus(201);
        delete(service, "/v1/courses/%s/".formatted(course));
        assertThat(events.await(3).each("/attributes/event_type"))
                .containsExactlyInAnyOrder(
                        "dev.registrar.course_terms.created",
                        "dev.registrar.course_terms.deleted",
                        "dev.registrar.courses.deleted");
    }

    @Proves("CloudEvents 1.0, JSON Batch Format")
    @Test
    void a_batch_of_cloudevents_has_the_events_as_on_the_event_bus_and_a_link_to_the_next(Service service) {
        var client = service.reader().withHeader("Accept", BATCH);
        var start = EventPages.fromNowOn(service.reader()).next();
        try (var subscriber = new EventSubscriber(service)) {
            var id = service.newCourse();
            rename(service, id);
            var published =
                    subscriber.await("courses/" + id, "dev.registrar.courses.created", "dev.registrar.courses.updated");
            var page = client.get(start).expectStatus(200).expectHeader("Content-Type", BATCH);
            assertThat(new JsonArray(page.body())).containsExactlyElementsOf(List.copyOf(published));
            var next = page.header("Link").replaceAll("<(.*)>; rel=\"next\"", "$1");
            assertThat(client.get(next).body()).isEqualTo("[]");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter[type]=cources                      | malformed_parameter | filter[type] | did you mean courses?
            filter[type]=dev.registrar.courses.change | malformed_parameter | filter[type] | course_terms, courses, enrollment_limits, enrollment_permits, registrations
            filter[types]=courses                     | unknown_parameter   | filter[types] | did you mean filter[type]?
            page[after]=newest                        | invalid_page        | page[after]  | "latest"
            page[size]=101                            | page_too_large      | page[size]   | at most 100
            page[number]=1                            | unknown_parameter   | page[number] | page[after]
            page[size]=2&page[size]=3                 | repeated_parameter  | page[size]   | send it once
            """)
    void errors_in_the_query_are_reported_at_their_place_with_a_remedy(
            String query, String code, String parameter, String remedy, Service service) {
        var response = service.reader().get(URL + "?" + query).expectStatus(400);
        response.expectError(code, "parameter", parameter);
        assertThat(response.text("/errors/0/detail")).contains(remedy);
    }

    @Test
    void all_errors_of_a_query_are_reported_at_once(Service service) {
        assertThat(service.reader()
                        .get(URL + "?filter[type]=people,rooms&page[after]=x&page[size]=x&limit=3")
                        .expectStatus(400)
                        .errors())
                .hasSize(5);
    }

    @Test
    void a_position_that_no_source_has_reached_is_409_and_the_error_says_how_to_start_anew(Service service) {
        // course=999999999,registration=1
        var response = service.reader()
                .get(URL + "?page[after]=Y291cnNlPTk5OTk5OTk5OSxyZWdpc3RyYXRpb249MQ")
                .expectStatus(409)
                .expectError("position_unknown", "parameter", "page[after]");
        assertThat(response.text("/errors/0/detail")).contains("page[after]=latest");
    }

    @Test
    void reading_events_needs_credentials_and_the_scope_to_read(Service service) {
        service.anonymous().get(URL).expectStatus(401);
        service.admin().options(URL).expectStatus(200).expectHeader("Allow", "GET, HEAD, OPTIONS");
        service.admin().post(URL, "{}").expectStatus(405);
        service.reader().head(URL).expectStatus(200);
    }

    @Test
    void media_types_are_negotiated_as_at_other_urls(Service service) {
        Stream.of("application/*", Client.JSON_API + ", " + BATCH)
                .forEach(accept -> service.reader()
                        .withHeader("Accept", accept)
                        .get(URL)
                        .expectHeader("Content-Type", Client.JSON_API));
        service.reader()
                .withHeader("Accept", "application/json")
                .get(URL)
                .expectHeader("Content-Type", "application/json");
        service.reader()
                .withHeader("Accept", Client.JSON_API + ";q=0.5, " + BATCH)
                .get(URL)
                .expectHeader("Content-Type", BATCH);
        var rejected = service.reader()
                .withHeader("Accept", "application/cloudevents+json")
                .get(URL)
                .expectStatus(406);
        assertThat(rejected.text("/errors/0/detail")).contains(BATCH);
    }
}
