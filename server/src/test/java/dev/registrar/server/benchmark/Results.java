package dev.registrar.server.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The latest results of all runs, so that a long measurement can be made in several runs. */
final class Results {
    private final Path folder;
    private final List<Result> all = new ArrayList<>();

    /** Reads the results of earlier runs, if there are any. */
    Results(Path folder) throws IOException {
        this.folder = folder;
        if (Files.exists(lines())) {
            Files.readAllLines(lines()).forEach(line -> all.add(Result.parse(line)));
        }
    }

    private Path lines() {
        return folder.resolve("results.tsv");
    }

    /** Adds results in place of earlier ones, and writes all of them, also as a table and a chart. */
    void add(List<Result> results) throws IOException {
        all.removeIf(old -> results.stream().anyMatch(result -> result.replaces(old)));
        all.addAll(results);
        all.sort(Comparator.comparing(Result::shape).thenComparing(Result::courses));
        Files.write(lines(), all.stream().map(Result::toLine).toList());
        var report = new Report(all);
        Files.writeString(folder.resolve("results.md"), report.table());
        Files.writeString(folder.resolve("results.svg"), new Chart(report).svg());
    }
}
