package dev.registrar.resource.development;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stops the PostgreSQL server when this process dies without doing so itself, as after kill -9.
 *
 * <p>A shell waits for the end of its standard input, a pipe that the operating system closes with this process, and then
 * asks the server, if it still runs, for a fast shutdown (SIGINT). It ignores the signals that a terminal sends to all.
 * Where there is no such shell (Windows), a server that was orphaned must be ended by hand.
 */
final class OrphanGuard {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final String SCRIPT = "trap '' INT TERM HUP; cat >/dev/null; "
            + "pid=$(head -n 1 \"$0/postmaster.pid\" 2>/dev/null) && kill -INT \"$pid\"";

    private OrphanGuard() {}

    /** Guards the server with this data directory, from now on to the end of this process. */
    static void watch(Path dataDirectory) throws IOException {
        if (Files.isExecutable(SHELL)) {
            var unused = new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, dataDirectory.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }
    }
}
