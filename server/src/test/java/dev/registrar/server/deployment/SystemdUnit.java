package dev.registrar.server.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The unit of systemd in conf. */
record SystemdUnit(String text) {
    private static final Path FILE = Path.of("../deploy/systemd/registrar.service");

    static SystemdUnit read() throws IOException {
        return new SystemdUnit(Files.readString(FILE));
    }

    /** The same unit for a program and a configuration below another folder than that of the machine. */
    SystemdUnit below(Path root) {
        return new SystemdUnit(text.replaceAll("(/opt|/etc|/var/cache)/registrar", root + "$1/registrar"));
    }

    /** The value of a key that occurs once. */
    String value(String key) {
        var values = text.lines().filter(line -> line.startsWith(key + "=")).toList();
        if (values.size() != 1) {
            throw new AssertionError(key + ": " + values);
        }
        return values.get(0).substring(key.length() + 1);
    }

    /** A value that is a number with a unit, in this unit. */
    int number(String key, String unit) {
        var value = value(key);
        if (!value.endsWith(unit)) {
            throw new AssertionError("%s=%s is not in %s".formatted(key, value, unit));
        }
        return Integer.parseInt(value.substring(0, value.length() - unit.length()));
    }

    /** The variables of the process, with those in the file that the unit names. */
    Map<String, String> environment() throws IOException {
        var assignments = Stream.concat(
                Stream.of(value("Environment").split(" ")),
                Files.readAllLines(Path.of(value("EnvironmentFile"))).stream());
        Map<String, String> environment = new HashMap<>();
        assignments
                .map(assignment -> assignment.split("=", 2))
                .forEach(assignment -> environment.put(assignment[0], assignment[1]));
        return environment;
    }

    /** The words of the command, with those of the variables in it, as systemd separates them. */
    List<String> command(Map<String, String> environment) {
        return Stream.of(value("ExecStart").split(" "))
                .flatMap(word -> word.startsWith("$")
                        ? Stream.of(environment.get(word.substring(1)).split(" "))
                        : Stream.of(word))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
