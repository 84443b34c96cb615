package dev.registrar.server.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.transfer.ServiceClient.Retries;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A command as it ended. */
record CommandRun(int exitCode, String out, String err) {
    private static final Map<String, String> ENVIRONMENT = Map.of("REGISTRAR_PASSWORD", "a better one");
    private static final Retries RETRIES =
            new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofSeconds(20));

    /** Runs a command that nobody watches, as {@code admin}. */
    static CommandRun of(String url, String command, Object... arguments) {
        return run(new Shell(null, null, ENVIRONMENT, Optional.empty()), RETRIES, url, command, arguments);
    }

    /** Runs a command in a terminal, where somebody knows the password. */
    static CommandRun watched(String url, String command, Object... arguments) {
        return run(
                new Shell(null, null, Map.of(), Optional.of(prompt -> "a better one".toCharArray())),
                RETRIES,
                url,
                command,
                arguments);
    }

    static CommandRun impatient(String url, Duration timeout, String command, Object... arguments) {
        var retries = new Retries(1, Duration.ZERO, Duration.ZERO, timeout);
        return run(new Shell(null, null, ENVIRONMENT, Optional.empty()), retries, url, command, arguments);
    }

    /** Runs a command with these variables, and exactly these arguments. */
    static CommandRun exactly(Map<String, String> environment, String... arguments) {
        return run(new Shell(null, null, environment, Optional.empty()), RETRIES, arguments);
    }

    /** Runs an export whose rows cannot be written. */
    static CommandRun writingTo(OutputStream out, String url, String command, Object... arguments) {
        return run(new Shell(out, null, ENVIRONMENT, Optional.empty()), RETRIES, url, command, arguments);
    }

    private static CommandRun run(Shell shell, Retries retries, String url, String command, Object... arguments) {
        var all = Stream.of(
                Stream.of(command.split(" ")), Stream.of(arguments), Stream.of("--url", url, "--user", "admin"));
        return run(
                shell,
                retries,
                all.flatMap(words -> words).map(Object::toString).toArray(String[]::new));
    }

    private static CommandRun run(Shell shell, Retries retries, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var captured = new Shell(
                Optional.ofNullable(shell.out()).orElse(out),
                new PrintStream(err, true, UTF_8),
                shell.environment(),
                shell.terminal());
        var exitCode = new Transfer(captured, retries).run(arguments);
        return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    CommandRun expect(ExitCode expected) {
        assertThat(exitCode).as(err).isEqualTo(expected.number());
        return this;
    }
}
