package dev.registrar.server.benchmark;

import dev.registrar.server.benchmark.Contestants.Contestant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks that all contestants return the same documents: for reads the same bytes, for writes apart from ids. */
final class SameDocuments {
    private static final int REQUESTS = 20;

    /** The ids of created resources, and the numbers that make them unique. */
    private static final Pattern CREATED = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|NEW\\d{8}");

    private SameDocuments() {}

    static void require(Shape shape, Sample sample, List<Contestant> contestants) throws IOException {
        var expected = documents(shape, sample, contestants.get(0));
        for (var contestant : contestants) {
            var actual = documents(shape, sample, contestant);
            for (var request = 0; request < REQUESTS; request++) {
                if (!actual.get(request).equals(expected.get(request))) {
                    throw new IllegalStateException("Documents differ (%s):%n%s: %s%n%s: %s"
                            .formatted(
                                    shape.title(),
                                    contestants.get(0).name(),
                                    expected.get(request),
                                    contestant.name(),
                                    actual.get(request)));
                }
            }
        }
    }

    private static List<String> documents(Shape shape, Sample sample, Contestant contestant) throws IOException {
        var requests = shape.requests(sample, contestant.login());
        List<String> documents = new ArrayList<>();
        try (var connection = new HttpConnection(contestant.server().port())) {
            // The first request of its kind may take so long that the service accepts it with 202.
            var unused = connection.exchange(requests.get());
            for (var request = 0; request < REQUESTS; request++) {
                var status = connection.exchange(requests.get());
                var document = status + " " + connection.body();
                documents.add(shape.isWrite() ? CREATED.matcher(document).replaceAll("…") : document);
            }
        }
        return documents;
    }
}
