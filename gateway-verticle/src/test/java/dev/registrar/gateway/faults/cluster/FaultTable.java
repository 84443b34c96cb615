package dev.registrar.gateway.faults.cluster;

import static java.util.stream.Collectors.joining;

import dev.registrar.gateway.faults.cluster.load.SteadyLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What came of each fault: a table, and the seconds in which requests failed. It is printed, and kept in a file. */
final class FaultTable {
    private static final String ROW = "| %-34s | %8s | %7s | %7s | %12s | %-7s | %s%n";

    private final List<String> rows = new ArrayList<>();
    private final List<String> details = new ArrayList<>();

    void add(String name, SteadyLoad load, int happened, List<String> remarks, List<String> missed) {
        var observations = load.observations();
        rows.add(ROW.formatted(
                name,
                observations.size(),
                observations.size() - observations.good(),
                "%.2f s".formatted(observations.longest().toMillis() / 1000.0),
                load.promises().size(),
                missed.isEmpty() ? "met" : "MISSED",
                String.join("; ", remarks)));
        details.add("%n%s: failures %s; %s".formatted(name, observations.failures(), observations.slowest(3)));
        details.addAll(observations.failuresBySecond(happened));
        missed.forEach(mark -> details.add("MISSED: " + mark));
    }

    /** Prints it, and writes it into a file. */
    void publish(Path file) {
        var head = ROW.formatted("fault", "requests", "failed", "longest", "acknowledged", "marks", "remarks");
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
