package dev.registrar.server.transfer;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a command is given.
 *
 * @param out for what was asked for: exported rows, counts
 * @param err for everything else
 * @param terminal asks for something without echo; empty if nobody watches
 */
record Shell(
        OutputStream out,
        PrintStream err,
        Map<String, String> environment,
        Optional<Function<String, char[]>> terminal) {

    /** Buffers nothing, so that whoever reads a pipe and ends is noticed. */
    static Shell ofThisProcess() {
        // Java 22 to 24 would have a console even where there is no terminal.
        System.setProperty("jdk.console", "java.base");
        // A line of a log must not get among the rows.
        System.setOut(System.err);
        return new Shell(
                new FileOutputStream(FileDescriptor.out),
                System.err,
                System.getenv(),
                Optional.ofNullable(System.console()).map(console -> prompt -> console.readPassword("%s", prompt)));
    }

    /** Prints a line of what was asked for. */
    void print(String line) {
        var lines = new PrintStream(out, true, StandardCharsets.UTF_8);
        lines.println(line);
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /** Asks for a password, without echo; empty without a terminal. */
    Optional<String> askForPassword(String user) {
        return terminal.map(ask -> ask.apply("Password of %s: ".formatted(user)))
                .map(String::new);
    }
}
