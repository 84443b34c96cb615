package dev.registrar.server.faults.cluster.load;

import dev.registrar.server.faults.cluster.load.SteadyLoad.KnownCourse;
import io.vertx.core.Future;

/** Reads resources that are known to exist and compares them with what is expected. */
final class CheckedReads {
    private final HttpExchange http;
    private final Promises promises;
    private final KnownCourse course;

    CheckedReads(HttpExchange http, Promises promises, KnownCourse course) {
        this.http = http;
        this.promises = promises;
        this.course = course;
    }

    Future<HttpExchange.Result> course() {
        return http.get("/v1/courses/%s/".formatted(course.id())).onSuccess(result -> {
            if (result.status() == 200) {
                var data = result.document().getJsonObject("data");
                expect(course.id(), data.getString("id"));
                expect(course.identifier(), data.getJsonObject("attributes").getString("course_identifier"));
            } else {
                expectUnavailable(result);
            }
        });
    }

    /** Reads a page of registrations that includes their courses, which are of another verticle. */
    Future<HttpExchange.Result> page() {
        return http.get("/v1/registrations/?include=courses&page%5Bsize%5D=5").onSuccess(result -> {
            if (result.status() == 200) {
                expect("true", String.valueOf(result.document().containsKey("included")));
            } else {
                expectUnavailable(result);
            }
        });
    }

    Future<HttpExchange.Result> registration(Promises.Acknowledged registration) {
        return http.get("/v1/registrations/%s/".formatted(registration.id())).onSuccess(result -> {
            if (result.status() == 200) {
                promises.note(registration.uni(), result.document().getJsonObject("data"));
            } else {
                expectUnavailable(result);
            }
        });
    }

    private void expect(String expected, String read) {
        if (!expected.equals(read)) {
            promises.contradict("Read %s, not %s".formatted(read, expected));
        }
    }

    /** Expects a temporary failure: an existing resource may be unavailable for a moment, but a response never denies it. */
    private void expectUnavailable(HttpExchange.Result result) {
        if (result.status() != 0 && result.status() < 502) {
            promises.contradict(
                    "A read of an existing resource got %s: %s".formatted(result.status(), result.document()));
        }
    }
}
