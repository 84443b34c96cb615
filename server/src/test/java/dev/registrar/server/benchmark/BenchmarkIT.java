package dev.registrar.server.benchmark;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.registrar.gateway.testing.authentication.AuthorizationServer;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/benchmark}, without its measurements. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The start script is for a POSIX shell")
class BenchmarkIT {
    private static final int COURSES = 50;

    @TempDir
    private Path folder;

    @Test
    void the_service_and_the_reference_return_the_same_documents_for_all_measured_requests() throws Exception {
        var vertx = Vertx.vertx();
        try (var authorizationServer = new AuthorizationServer(vertx);
                var database = BenchmarkDatabase.start(folder, COURSES);
                var contestants = new Contestants()) {
            var service = new ServiceInstallation(
                    folder.resolve("service"), Path.of("target/registrar.jar"), database.uri(), authorizationServer);
            service.createTables();
            database.fillIfEmpty();
            contestants.addReference(database.uri());
            contestants.addService(Contestants.SERVICE, service);
            for (var shape : Shape.values()) {
                assertThatCode(() -> SameDocuments.require(shape, database.sample(), contestants.of(shape)))
                        .doesNotThrowAnyException();
            }
        } finally {
            vertx.close();
        }
    }
}
