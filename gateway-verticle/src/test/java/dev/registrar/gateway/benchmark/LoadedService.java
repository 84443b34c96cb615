package dev.registrar.gateway.benchmark;

import dev.registrar.gateway.testing.InParallel;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.document.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs the service with a loaded catalogue for the benchmark, until standard input ends. */
public final class LoadedService {
    private LoadedService() {}

    /**
     * Loads the catalogue, then writes the service's URL, the database URI and the id of a course, one per line, to the file
     * that the first argument names.
     */
    public static void main(String[] arguments) throws Exception {
        try (var service = Service.start()) {
            var courseId = load(service, Catalogue.find());
            Files.write(Path.of(arguments[0]), List.of(service.url(), service.databaseUri(), courseId));
            awaitEndOfInput();
        }
    }

    private static String load(Service service, Catalogue catalogue) {
        Map<String, String> ids = new ConcurrentHashMap<>();
        InParallel.forEach(
                catalogue.courses(),
                course -> ids.put(
                        course.identifier(),
                        service.admin()
                                .post("/v1/courses/", course.document())
                                .expectStatus(201)
                                .id()));
        InParallel.forEach(
                catalogue.offerings(),
                offering -> service.admin()
                        .post("/v1/course_terms/", offering.document(ids.get(offering.courseIdentifier())))
                        .expectStatus(201));
        return ids.get(catalogue.offerings().get(0).courseIdentifier());
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Input is ignored; only its end counts.
        }
    }
}
