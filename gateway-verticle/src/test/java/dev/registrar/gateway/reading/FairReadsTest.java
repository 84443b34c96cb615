package dev.registrar.gateway.reading;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.Sql;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A caller with many reads delays only its own. */
class FairReadsTest {
    /** More than there are connections for reads. */
    private static final int READS = 9;

    /** All but one of them. */
    private static final int AT_ONCE = 3;

    private static Service service;

    @BeforeAll
    static void a_service_with_long_timeouts() throws Exception {
        service = Service.startWithLongTimeouts();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void reads_of_one_caller_that_take_long_leave_connections_to_others() throws SQLException {
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            var slow = IntStream.range(0, READS)
                    .mapToObj(number ->
                            CompletableFuture.supplyAsync(() -> service.reader().get("/v1/course_terms/")))
                    .toList();
            Await.until(
                    "as many wait for the table as may read at once",
                    () -> Sql.waitingForLocks(service.databaseUri()) == AT_ONCE);
            service.admin().get("/v1/registrations/").expectStatus(200);
            session.rollback();
            slow.stream().map(CompletableFuture::join).forEach(FairReadsTest::expectPage);
        }
    }

    private static void expectPage(Response response) {
        response.expectStatus(200);
    }
}
