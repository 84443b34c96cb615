package dev.registrar.gateway.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The latest results of all runs, in a file, so that a long measurement can be made in several runs. */
record Results(Path file, List<Result> all) {

    static Results load(Path file) throws IOException {
        return new Results(
                file,
                Files.exists(file)
                        ? new ArrayList<>(Files.readAllLines(file).stream()
                                .map(Result::parse)
                                .toList())
                        : new ArrayList<>());
    }

    void add(List<Result> results) throws IOException {
        all.removeIf(old -> results.stream().anyMatch(result -> result.replaces(old)));
        all.addAll(results);
        all.sort(Comparator.comparing(Result::courses).thenComparing(Result::shape));
        Files.write(file, all.stream().map(Result::toLine).toList());
    }
}
