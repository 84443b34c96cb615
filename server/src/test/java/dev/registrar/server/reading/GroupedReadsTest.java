package dev.registrar.server.reading;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.SimultaneousRequests;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads of single resources that wait for a connection at the same time share one, but each gets its own response. */
class GroupedReadsTest {
    @AutoClose
    private static Service service;

    private static SimultaneousRequests requests;

    @BeforeAll
    static void a_service_with_two_connections_for_reading() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "5 min", "idle-timeout": "6 min"},
                 "database": {"pool-size": 1, "max-wait": "4 min", "statement-timeout": "4 min", "lock-timeout": "3 min"},
                 "operations": {"metrics": true}}"""));
        requests = new SimultaneousRequests(service, "read", 2);
    }

    private static Response newCourse() {
        var identifier = unique("READ");
        return service.admin()
                .post("/v1/courses/", course(identifier, "About " + identifier))
                .expectStatus(201);
    }

    private static double uses() {
        return Exposition.of(service.operations())
                .value("registrar_database_use_seconds_count", "type=\"courses\"", "action=\"get\"");
    }

    private static SimultaneousRequests.Obstacle lockOf(String table) throws SQLException {
        return Sql.hold(service.databaseUri(), "LOCK TABLE " + table)::close;
    }

    @Test
    void reads_that_wait_share_connections_and_each_gets_its_own_resource_or_404() throws SQLException {
        var courses = Stream.generate(GroupedReadsTest::newCourse).limit(12).toList();
        List<String> paths = new ArrayList<>();
        courses.forEach(course -> paths.add("/v1/courses/" + course.id() + "/"));
        paths.add(5, "/v1/courses/" + UUID.randomUUID() + "/");
        var before = uses();
        var read = requests.send(
                lockOf("course.courses"), paths, path -> service.reader().get(path));
        assertThat(uses() - before).as("uses of connections").isLessThan(paths.size() / 2.0);
        read.get(5).expectStatus(404).expectError("not_found");
        IntStream.range(0, courses.size())
                .forEach(index -> assertThat(read.get(index < 5 ? index : index + 1)
                                .expectStatus(200)
                                .json())
                        .isEqualTo(courses.get(index).json()));
    }

    @Test
    void callers_whose_reads_wait_together_see_only_their_own_registrations() throws SQLException {
        var course = newCourse().id();
        var people = Stream.generate(() -> unique("own")).limit(6).toList();
        var registrations = people.stream()
                .map(uni -> service.admin()
                        .post("/v1/registrations/", registration(uni, course))
                        .id())
                .toList();
        var others = IntStream.range(0, people.size()).boxed().toList();
        var statuses = requests.send(lockOf("registration.registrations"), others, index -> {
            var read = BusMessage.to(
                            service,
                            "registrar.registrations",
                            new JsonObject().put("caller", Callers.boundTo(people.get(index), "app", "read")))
                    .withHeader("action", "get")
                    .withHeader("id", registrations.get(index % 2 == 0 ? index : index - 1));
            return index % 2 == 0
                    ? read.reply().headers().get("status")
                    : read.expectErrors(404).get(0).path("status").asText();
        });
        assertThat(statuses).containsExactly("200", "404", "200", "404", "200", "404");
    }
}
