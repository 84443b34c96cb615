package dev.registrar.server.benchmark;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.ParseException;

/**
 * What to measure.
 *
 * @param isRush whether to measure what the rush for one course costs the others, instead of the shapes
 * @param isTransfer whether to measure imports and exports instead of the shapes
 * @param data the folder of a catalogue to import
 * @param jar the service
 * @param before the jar of another version to compare with
 * @param period how long each contestant is measured in each round
 */
record Options(
        boolean isRush,
        boolean isTransfer,
        Optional<Path> data,
        int courses,
        List<Shape> shapes,
        Path jar,
        Optional<Path> before,
        int rounds,
        Duration period,
        Duration warmUp) {

    static Options parse(String... arguments) throws ParseException {
        var options = new org.apache.commons.cli.Options();
        for (var name : List.of("courses", "shapes", "jar", "before", "rounds", "seconds", "warm-up", "data")) {
            options.addOption(null, name, true, null);
        }
        var line = new DefaultParser().parse(options, arguments);
        return new Options(
                line.getArgList().contains("rush"),
                line.getArgList().contains("transfer"),
                Optional.ofNullable(line.getOptionValue("data")).map(Path::of),
                Integer.parseInt(line.getOptionValue("courses", "1000")),
                shapes(line.getOptionValue("shapes", "")),
                Path.of(line.getOptionValue("jar", "target/registrar.jar")),
                Optional.ofNullable(line.getOptionValue("before")).map(Path::of),
                Integer.parseInt(line.getOptionValue("rounds", "3")),
                Duration.ofSeconds(Long.parseLong(line.getOptionValue("seconds", "5"))),
                Duration.ofSeconds(Long.parseLong(line.getOptionValue("warm-up", "15"))));
    }

    private static List<Shape> shapes(String names) {
        return names.isEmpty()
                ? List.of(Shape.values())
                : Arrays.stream(names.split(",", -1))
                        .map(name -> Shape.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')))
                        .collect(Collectors.toList());
    }
}
