package dev.registrar.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Sends signals to processes, as the {@code kill} command does. */
public final class Signals {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2);

    private Signals() {}

    /** Sends a signal by its name, such as TERM. */
    public static void send(String signal, ProcessHandle process) {
        try {
            var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
            Await.until("the signal is sent", () -> !kill.isAlive());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns whether this process ignores a signal since its start, as a shell makes background processes ignore SIGINT and
     * {@code nohup} makes its command ignore SIGHUP.
     */
    public static boolean isIgnored(String signal) {
        var number = NUMBERS.get(signal);
        return number != null && (ignoredSignals() >> (number - 1) & 1) != 0;
    }

    private static long ignoredSignals() {
        try (var status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).trim(), 16))
                    .findFirst()
                    .orElse(0);
        } catch (IOException noLinux) {
            return 0;
        }
    }
}
