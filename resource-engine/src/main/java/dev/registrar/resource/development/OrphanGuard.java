package dev.registrar.resource.development;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Stops the PostgreSQL server when this process dies without stopping it, as after kill -9.
 *
 * <p>A shell reads its standard input, a pipe that the operating system closes when this process ends. Unless it was
 * dismissed before, it then tells the server, which may still be starting, to shut down fast (SIGINT). It ignores the
 * signals that a terminal sends to all processes. Where there is no such shell (Windows), an orphaned server must be
 * stopped by hand.
 */
final class OrphanGuard {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            read -r dismissed && exit
            for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
              pid=$(head -n 1 "$0/postmaster.pid" 2>/dev/null)
              [ "${pid:-0}" -gt 0 ] && kill -INT "$pid" 2>/dev/null && exit
              sleep 0.25
            done
            """;

    private final Optional<Process> shell;

    private OrphanGuard(Optional<Process> shell) {
        this.shell = shell;
    }

    /** Guards the server with this data directory until this process ends; the server need not have started yet. */
    static OrphanGuard watch(Path dataDirectory) throws IOException {
        if (!Files.isExecutable(SHELL)) {
            return new OrphanGuard(Optional.empty());
        }
        return new OrphanGuard(Optional.of(new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, dataDirectory.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()));
    }

    /** Ends the guard after the server was stopped, so that it does not stop another server on the same directory. */
    void dismiss() throws IOException {
        if (shell.isPresent()) {
            try (var input = shell.get().getOutputStream()) {
                input.write("dismissed\n".getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
