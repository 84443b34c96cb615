package dev.registrar.server.writing.concurrency;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.RecordedLog;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row that somebody has locked in another transaction, for example in a session with psql that is left open. */
@ExtendWith(ServiceExtension.class)
class LockedRowTest {

    @Test
    void a_change_of_a_locked_row_fails_and_the_error_and_the_log_say_that_another_transaction_has_locked_it(
            Service service) throws SQLException {
        var course = service.admin()
                .post("/v1/courses/", course(unique("LOCKED"), "Logic"))
                .expectStatus(201);
        try (var log = RecordedLog.start(this);
                var session = Sql.hold(
                        service.databaseUri(),
                        "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(course.id()))) {
            var errors = service.admin()
                    .delete("/v1/courses/" + course.id() + "/")
                    .expectStatus(503)
                    .expectError("service_unavailable");
            assertThat(errors.body()).contains("Another transaction has locked");
            assertThat(log.warnings("another transaction keeps locked")).hasSize(1);
            session.rollback();
        }
        service.admin().delete("/v1/courses/" + course.id() + "/").expectStatus(204);
    }
}
