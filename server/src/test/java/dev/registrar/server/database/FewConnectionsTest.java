package dev.registrar.server.database;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * With few connections, no request holds one while it waits for another. The timeouts are so long that no result depends
 * on the speed of the machine.
 */
class FewConnectionsTest {
    private static final int CONNECTIONS = 2;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_few_connections() throws Exception {
        service = Service.start(new JsonObject()
                .put("database", new JsonObject().put("pool-size", CONNECTIONS).put("max-wait", "6 s"))
                .put("http", new JsonObject().put("reply-timeout", "9 s")));
    }

    private static Client keyed() {
        return service.admin().withHeader("Idempotency-Key", UUID.randomUUID().toString());
    }

    private static Collection<Response> allAtOnce(List<Function<Client, Response>> requests) {
        var responses = new ConcurrentLinkedQueue<Response>();
        InParallel.forEach(requests, request -> responses.add(request.apply(keyed())));
        return responses;
    }

    private static List<Function<Client, Response>> repeated(int times, Function<Client, Response> request) {
        return IntStream.range(0, times).mapToObj(number -> request).toList();
    }

    @Test
    void rejected_duplicates_with_idempotency_keys_do_not_block_other_creations() {
        var taken = unique("TAKEN");
        service.admin().post("/v1/courses/", course(taken, "Logic")).expectStatus(201);
        List<Function<Client, Response>> requests =
                new ArrayList<>(repeated(8, client -> client.post("/v1/courses/", course(taken, "Logic"))));
        requests.addAll(repeated(5, client -> client.post("/v1/courses/", course(unique("FREE"), "Logic"))));
        assertThat(allAtOnce(requests))
                .extracting(Response::status)
                .containsOnly(409, 201)
                .filteredOn(status -> status == 201)
                .hasSize(5);
    }

    @Test
    void a_node_opens_no_more_connections_than_documented() throws SQLException {
        var course = service.newCourse();
        List<Function<Client, Response>> requests = new ArrayList<>();
        IntStream.range(0, 6).forEach(number -> {
            requests.add(client -> client.get("/v1/courses/?filter[search]=logic"));
            requests.add(client -> client.get("/v1/registrations/?filter[uni.icontains]=shares"));
            requests.add(client -> client.get("/v1/registrations/?include=courses"));
            requests.add(client -> client.post("/v1/courses/", course(unique("SHARED"), "Logic")));
            requests.add(client -> client.post("/v1/registrations/", registration(unique("shares"), course)));
        });
        assertThat(allAtOnce(requests))
                .allSatisfy(response -> assertThat(response.status()).isIn(200, 201));
        assertThat(Sql.count(service.databaseUri(), "pg_stat_activity WHERE application_name = 'registrar'"))
                .as(
                        "connections of two roles with four each, of one role with one, five for reads and two for exports of all roles")
                .isLessThanOrEqualTo(2 * 4 + 1 + 5 + 2);
    }
}
