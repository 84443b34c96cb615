package dev.registrar.server.testing;

import dev.registrar.testing.http.Client;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metrics that a node serves, in the text format of Prometheus. */
public record Exposition(List<String> lines) {
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) \\S+");

    public static Exposition of(Client operations) {
        return new Exposition(
                operations.get("/metrics").expectStatus(200).body().lines().toList());
    }

    /** The names of all metrics. A timer is one metric; the largest value that Micrometer adds to it does not count. */
    public Set<String> names() {
        var all = lines.stream()
                .map(TYPE::matcher)
                .filter(type -> type.matches())
                .map(type -> type.group(1))
                .collect(Collectors.toSet());
        return all.stream()
                .filter(name -> !all.contains(name.replaceAll("_max$", "")) || !name.endsWith("_max"))
                .collect(Collectors.toSet());
    }

    /** The time series with a name, without their values. */
    public Set<String> series(String name) {
        return samples(name)
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toSet());
    }

    /** The sum of all samples with a name and these labels, such as {@code code="not_found"}. */
    public double value(String name, String... labels) {
        return samples(name)
                .filter(line -> Stream.of(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** By how much that sum has grown. */
    public double increaseSince(Exposition before, String name, String... labels) {
        return value(name, labels) - before.value(name, labels);
    }

    private Stream<String> samples(String name) {
        return lines.stream().filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "));
    }
}
