package dev.registrar.gateway.events;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.UnannouncedEvents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Following the events of a source by its positions: asking for the current one, and continuing where a reply says. */
class EventPositionsTest {
    private static final String COURSES = "registrar.events.course";
    private static final int WRITERS = 4;
    private static final int CHANGES = 25;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void start() throws Exception {
        service = Service.start("events", new JsonObject().put("poll-interval", "15 ms"));
    }

    /** A reply to a request for events. */
    private record Reply(List<JsonObject> events, String position) {
        List<String> types() {
            return events.stream().map(event -> event.getString("type")).toList();
        }

        List<String> subjects() {
            return events.stream().map(event -> event.getString("subject")).toList();
        }
    }

    private static Reply ask(String address, JsonObject request) {
        var reply = BusMessage.to(service, address, request).<JsonObject>reply().body();
        return new Reply(
                reply.getJsonArray("events").stream()
                        .map(JsonObject.class::cast)
                        .toList(),
                reply.getString("position"));
    }

    private static String latest() {
        return ask(COURSES, new JsonObject().put("after", "latest")).position();
    }

    private static Reply after(String position, String... types) {
        return ask(COURSES, new JsonObject().put("after", position).put("types", new JsonArray(List.of(types))));
    }

    /** Awaits events after a position. */
    private static List<JsonObject> published(String position, int events) {
        var request = new JsonObject().put("after", position);
        Await.until(
                "%s events".formatted(events),
                () -> ask(COURSES, request).events().size() >= events);
        return ask(COURSES, request).events();
    }

    /** Creates a course with a term, and deletes both; returns the subjects of the course and the term. */
    private static List<String> aCourseThatCameAndWent() {
        var course = service.admin().post("/v1/courses/", course(unique("POS"), "Logic"));
        var term = service.admin().post("/v1/course_terms/", term(unique("TERM"), course.id()));
        service.admin().delete(course.header("Location")).expectStatus(204);
        return List.of("courses/" + course.id(), "course_terms/" + term.id());
    }

    @Test
    void the_latest_position_of_a_source_without_events_is_0_and_can_be_continued_from() {
        var address = "registrar.events.registration";
        var nothing = new Reply(List.of(), "0");
        assertThat(ask(address, new JsonObject().put("after", "latest"))).isEqualTo(nothing);
        assertThat(ask(address, new JsonObject().put("after", "0"))).isEqualTo(nothing);
        assertThat(ask(address, new JsonObject())).isEqualTo(nothing);
    }

    @Test
    void the_latest_position_comes_without_events_and_leads_to_exactly_the_later_ones() {
        var begin = latest();
        var earlier = aCourseThatCameAndWent();
        var events = published(begin, 4);
        Await.until(
                "the events are the latest ones",
                () -> Long.parseLong(latest()) >= Long.parseLong(events.get(3).getString("sequence")));

        var position = latest();
        var later = aCourseThatCameAndWent();
        assertThat(published(position, 4))
                .extracting(event -> event.getString("subject"))
                .containsAll(later)
                .doesNotContainAnyElementsOf(earlier);
    }

    @Test
    void a_follower_of_one_type_continues_after_the_events_of_the_others() {
        var position = latest();
        var subjects = aCourseThatCameAndWent();
        var all = published(position, 4);
        var last = all.get(all.size() - 1).getString("sequence");

        var terms = after(position, "course_terms");
        assertThat(terms.subjects()).contains(subjects.get(1)).doesNotContain(subjects.get(0));
        assertThat(Long.parseLong(terms.position())).isGreaterThanOrEqualTo(Long.parseLong(last));

        var deletions = after(position, "dev.registrar.courses.deleted");
        assertThat(deletions.types()).containsOnly("dev.registrar.courses.deleted");
        assertThat(deletions.subjects()).contains(subjects.get(0));

        var both = after(position, "dev.registrar.courses.deleted", "course_terms", "course_terms");
        assertThat(both.types())
                .contains(
                        "dev.registrar.courses.deleted",
                        "dev.registrar.course_terms.created",
                        "dev.registrar.course_terms.deleted")
                .doesNotContain("dev.registrar.courses.created");
    }

    @Test
    void a_reply_that_reaches_its_limit_continues_after_its_last_event() {
        var position = latest();
        assertThat(aCourseThatCameAndWent()).hasSize(2);
        var all = published(position, 4);
        var request = new JsonObject().put("after", position).put("limit", 3);
        var first = ask(COURSES, request);
        assertThat(first.events()).isEqualTo(all.subList(0, 3));
        assertThat(first.position()).isEqualTo(all.get(2).getString("sequence"));
        assertThat(ask(COURSES, request.put("after", first.position())).events().get(0))
                .isEqualTo(all.get(3));
        var terms = ask(
                COURSES, request.put("after", position).put("limit", 1).put("types", new JsonArray().add("courses")));
        assertThat(terms.position()).isEqualTo(terms.events().get(0).getString("sequence"));
    }

    @Test
    void a_request_for_a_rare_type_searches_a_bounded_number_of_events_and_says_where_to_continue()
            throws SQLException {
        var position = latest();
        UnannouncedEvents.store(2050, service);
        var rare = aCourseThatCameAndWent().get(1);
        Await.until(
                "the term's events are published",
                () -> !after(Long.toString(Long.parseLong(position) + 2_050), "course_terms")
                        .events()
                        .isEmpty());

        var first = after(position, "course_terms");
        assertThat(first.events()).isEmpty();
        assertThat(Long.parseLong(first.position()))
                .isBetween(Long.parseLong(position) + 2_000, Long.parseLong(position) + 2_049);
        assertThat(after(first.position(), "course_terms").subjects()).contains(rare);
    }

    @Test
    void the_outcomes_of_registrations_are_types_of_events() {
        var request = new JsonObject("""
                {"types": ["dev.registrar.registrations.rejected", "dev.registrar.registrations.abandoned"]}""");
        assertThat(ask("registrar.events.registration", request).events()).isEmpty();
    }

    /** What a follower knew at one moment: the latest position, and afterwards the state of each course. */
    private record Snapshot(long position, Map<String, Integer> states) {}

    @Test
    void resources_that_are_read_after_the_latest_position_show_every_change_up_to_it() {
        var begin = latest();
        var courses = Stream.generate(() -> service.admin()
                        .post("/v1/courses/", course(unique("POS"), "0"))
                        .id())
                .limit(WRITERS)
                .toList();
        var writers = courses.stream()
                .map(id -> CompletableFuture.runAsync(() -> change(id)))
                .toList();
        var writing = CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
        List<Snapshot> snapshots = new ArrayList<>();
        do {
            snapshots.add(snapshot(courses));
        } while (!writing.isDone());
        writing.join();

        Await.until(
                "every change is published",
                () -> courses.stream().allMatch(id -> state(allAfter(begin), id, Long.MAX_VALUE) == CHANGES));
        var events = allAfter(begin);
        assertThat(snapshots)
                .hasSizeGreaterThan(2)
                .allSatisfy(snapshot ->
                        courses.forEach(id -> assertThat(snapshot.states().get(id))
                                .isGreaterThanOrEqualTo(state(events, id, snapshot.position()))));
    }

    private static void change(String course) {
        IntStream.rangeClosed(1, CHANGES)
                .forEach(name -> service.admin()
                        .patch("/v1/courses/" + course, """
                        {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "%s"}}}""".formatted(course, name))
                        .expectStatus(200));
    }

    private static Snapshot snapshot(List<String> courses) {
        var position = Long.parseLong(latest());
        return new Snapshot(
                position,
                courses.stream()
                        .collect(toMap(
                                Function.identity(),
                                id -> Integer.valueOf(service.admin()
                                        .get("/v1/courses/" + id)
                                        .text("/data/attributes/course_name")))));
    }

    private static List<JsonObject> allAfter(String position) {
        var page = ask(COURSES, new JsonObject().put("after", position));
        return page.events().isEmpty()
                ? List.of()
                : Stream.concat(page.events().stream(), allAfter(page.position()).stream())
                        .toList();
    }

    /** The state of a course after the events up to a position; -1 when there are none. */
    private static int state(List<JsonObject> events, String course, long position) {
        return events.stream()
                .filter(event -> event.getString("subject").equals("courses/" + course))
                .filter(event -> Long.parseLong(event.getString("sequence")) <= position)
                .map(event -> event.getJsonObject("data").getJsonObject("data").getJsonObject("attributes"))
                .mapToInt(attributes -> Integer.parseInt(attributes.getString("course_name")))
                .reduce(-1, (former, next) -> next);
    }
}
