package dev.registrar.server.faults.cluster;

import static java.util.stream.Collectors.joining;

import dev.registrar.server.faults.cluster.load.SteadyLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints and saves a table with the results of each fault, and the seconds in which requests failed. */
final class FaultTable {
    private static final String ROW = "| %-34s | %8s | %7s | %7s | %12s | %-7s | %s%n";

    private final List<String> rows = new ArrayList<>();
    private final List<String> details = new ArrayList<>();

    void add(String name, SteadyLoad load, int faultSecond, List<String> remarks, List<String> missed) {
        var observations = load.observations();
        rows.add(ROW.formatted(
                name,
                observations.size(),
                observations.size() - observations.successes(),
                String.format(Locale.ROOT, "%.2f s", observations.longest().toMillis() / 1000.0),
                load.promises().size(),
                missed.isEmpty() ? "met" : "MISSED",
                String.join("; ", remarks)));
        details.add("%n%s: failures %s; %s".formatted(name, observations.failures(), observations.slowest(3)));
        details.addAll(observations.failuresBySecond(faultSecond));
        missed.forEach(target -> details.add("MISSED: " + target));
    }

    /** Prints the table and writes it to a file. */
    void publish(Path file) {
        var head = ROW.formatted("fault", "requests", "failed", "longest", "acknowledged", "targets", "remarks");
        var text = rows.stream().collect(joining("", head, ""))
                + details.stream().collect(joining(System.lineSeparator(), "", System.lineSeparator()));
        System.out.println(text);
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
