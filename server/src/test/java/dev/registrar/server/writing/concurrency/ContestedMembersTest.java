package dev.registrar.server.writing.concurrency;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.InParallel;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import dev.registrar.server.testing.document.Document;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that want the same course terms at the same time wait for each other, and none of them fails. */
class ContestedMembersTest {
    private static final List<Integer> CLIENTS = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    private static final int ROUNDS = 12;
    private static final String RELATIONSHIP = "/relationships/course_terms";

    private static Service service;

    private List<String> courses;
    private List<String> terms;

    /** On a busy machine, a wait may be long; PostgreSQL still detects a deadlock after a second. */
    @BeforeAll
    static void a_service_that_waits_long_for_locks() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "5 min", "idle-timeout": "6 min"},
                 "database": {"max-wait": "4 min", "statement-timeout": "4 min", "lock-timeout": "3 min"}}"""));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void two_courses_with_terms() {
        courses = List.of(newCourse(), newCourse());
        terms = newTerms(courses.get(0));
    }

    private static String newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("CONTEST"), "Logic"))
                .expectStatus(201)
                .id();
    }

    private static List<String> newTerms(String course) {
        return Stream.generate(() -> service.admin()
                        .post("/v1/course_terms/", term(unique("CONTESTTERM"), course))
                        .expectStatus(201)
                        .id())
                .limit(10)
                .toList();
    }

    /** A change of the relationship between a course and some terms, in a random order. */
    private record Change(String course, List<String> terms) {
        String courseUrl() {
            return "/v1/courses/" + course;
        }

        Document linkage() {
            return Document.linkage("course_terms", terms);
        }

        String termUrl() {
            return "/v1/course_terms/" + terms.get(0);
        }

        Document term() {
            return Document.of("course_terms", terms.get(0))
                    .relationship("course", Document.linkage("courses", course));
        }
    }

    private static Response replace(Change change) {
        return service.admin().patch(change.courseUrl() + RELATIONSHIP, change.linkage());
    }

    private static Response add(Change change) {
        return service.admin().post(change.courseUrl() + RELATIONSHIP, change.linkage());
    }

    private static Response remove(Change change) {
        return service.admin().delete(change.courseUrl() + RELATIONSHIP, change.linkage());
    }

    private static Response changeCourse(Change change) {
        return service.admin()
                .patch(
                        change.courseUrl(),
                        Document.of("courses", change.course()).relationship("course_terms", change.linkage()));
    }

    private static Response changeTerm(Change change) {
        return service.admin().patch(change.termUrl(), change.term());
    }

    private static Response changeTermIfItExists(Change change) {
        return service.admin().withHeader("If-Match", "*").patch(change.termUrl(), change.term());
    }

    private Change randomChange(Random random) {
        var shuffled = new ArrayList<>(terms);
        Collections.shuffle(shuffled, random);
        return new Change(
                courses.get(random.nextInt(courses.size())), shuffled.subList(0, 1 + random.nextInt(terms.size())));
    }

    private void inParallel(Consumer<Random> step) {
        InParallel.forEach(
                CLIENTS, seed -> new Random(seed).ints(ROUNDS).forEach(next -> step.accept(new Random(next))));
    }

    private static List<String> termsOf(String course) {
        return service.reader().get("/v1/courses/" + course + RELATIONSHIP).each("/id");
    }

    private void expectConsistentState() {
        var members =
                courses.stream().flatMap(course -> termsOf(course).stream()).toList();
        assertThat(members).doesNotHaveDuplicates().isSubsetOf(terms);
        courses.forEach(course -> termsOf(course)
                .forEach(term -> service.reader()
                        .get("/v1/course_terms/" + term)
                        .expect("/data/relationships/course/data/id", course)));
        service.reader()
                .get("/v1/course_terms/")
                .expect("/meta/pagination/count", Long.toString(count("course.course_terms")));
    }

    @Test
    void concurrent_replacements_of_overlapping_relationships_all_succeed_and_each_gets_exactly_its_members() {
        inParallel(random -> {
            var change = randomChange(random);
            assertThat(replace(change).expectStatus(200).each("/id"))
                    .containsExactlyInAnyOrderElementsOf(change.terms());
        });
        expectConsistentState();
    }

    @Test
    void concurrent_changes_of_a_relationship_from_both_sides_all_succeed() {
        var changes = List.<Function<Change, Response>>of(
                ContestedMembersTest::replace,
                ContestedMembersTest::add,
                ContestedMembersTest::remove,
                ContestedMembersTest::changeCourse,
                ContestedMembersTest::changeTerm,
                ContestedMembersTest::changeTermIfItExists);
        inParallel(random -> changes.get(random.nextInt(changes.size()))
                .apply(randomChange(random))
                .expectStatus(200));
        expectConsistentState();
    }

    @Test
    void a_course_can_be_deleted_while_its_terms_are_moved_and_no_term_stays_without_a_course() throws SQLException {
        var course = courses.get(0);
        var move = new Change(courses.get(1), terms);
        var clients = Executors.newFixedThreadPool(2);
        var inTheMiddle = terms.stream().sorted().toList().get(terms.size() / 2);
        try (var session = Sql.hold(
                service.databaseUri(),
                "SELECT FROM course.course_terms WHERE id = '%s' FOR UPDATE".formatted(inTheMiddle))) {
            var deleted = CompletableFuture.supplyAsync(() -> service.admin().delete("/v1/courses/" + course), clients);
            var moved = CompletableFuture.supplyAsync(() -> add(move), clients);
            Await.until("both wait", () -> count("pg_stat_activity WHERE wait_event_type = 'Lock'") == 2);
            session.rollback();
            deleted.join().expectStatus(204);
            assertThat(moved.join().status()).isIn(200, 404);
        } finally {
            clients.shutdownNow();
        }
        assertThat(count("course.course_terms WHERE id IN ('%s') AND course_id IS DISTINCT FROM '%s'"
                        .formatted(String.join("', '", terms), move.course())))
                .isZero();
    }

    private static long count(String rows) {
        return Sql.count(service.databaseUri(), rows);
    }
}
