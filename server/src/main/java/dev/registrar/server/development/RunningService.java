package dev.registrar.server.development;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The development service that runs on a data directory. A file in it contains the process id and the URL, for other
 * processes.
 */
final class RunningService {
    private static final int LINES = 2;

    private final Path directory;
    private final Path file;

    RunningService(Path directory) {
        this.directory = directory.toAbsolutePath();
        file = this.directory.resolve("service");
    }

    /** Fails if there is one, because two cannot use the same directory. */
    void requireNone() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        var lines = Files.readAllLines(file);
        if (lines.size() == LINES && isAlive(lines.get(0))) {
            throw new IllegalStateException(
                    ("Registrar's development service is already running at %s, with its data in %s (process %s); use it, stop"
                                    + " it, or start another one with a different directory and port, such as"
                                    + " REGISTRAR_DEVELOPMENT_DATA_DIRECTORY=%s-2 REGISTRAR_HTTP_PORT=0")
                            .formatted(lines.get(1), directory, lines.get(0), directory.getFileName()));
        }
    }

    /** Another program may have the process id by now. */
    private static boolean isAlive(String process) {
        var command = ProcessHandle.current().info().command();
        return Optional.of(process)
                .filter(number -> number.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .filter(number -> number != ProcessHandle.current().pid())
                .flatMap(ProcessHandle::of)
                .filter(found -> found.isAlive() && found.info().command().equals(command))
                .isPresent();
    }

    /** Records that this service is ready. */
    void announce(String url) throws IOException {
        var pid = Long.toString(ProcessHandle.current().pid());
        var unused = Files.write(file, List.of(pid, url));
    }

    void remove() {
        try {
            var unused = Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
