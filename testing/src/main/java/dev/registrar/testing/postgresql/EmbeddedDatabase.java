package dev.registrar.testing.postgresql;

import dev.registrar.testing.Folders;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real PostgreSQL server, started from its binaries, that runs as long as this process. */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    /** In MB, for initdb: the default is 16, and tests copy the directory. */
    private static final String LENGTH_OF_WAL_FILES = "1";

    private final EmbeddedPostgres server;
    private final OrphanGuard guard;

    private EmbeddedDatabase(EmbeddedPostgres server, OrphanGuard guard) {
        this.server = server;
        this.guard = guard;
    }

    /**
     * Starts the server on a free port.
     *
     * @param fresh whether to start with an empty database
     * @throws IllegalStateException when another process uses the directory
     */
    public static EmbeddedDatabase start(Path directory, boolean fresh) throws IOException {
        return start(directory, fresh, Map.of());
    }

    /**
     * Like {@link #start(Path, boolean)}, with other parameters.
     *
     * @param parameters PostgreSQL parameters; they replace the defaults, which trade durability for speed
     */
    public static EmbeddedDatabase start(Path directory, boolean fresh, Map<String, String> parameters)
            throws IOException {
        var data = directory.resolve("postgresql").toAbsolutePath();
        awaitEndOfEarlierServer(data);
        if (fresh) {
            Folders.delete(data);
        }
        Files.createDirectories(directory);
        var guard = OrphanGuard.watch(data);
        try {
            return new EmbeddedDatabase(startServer(data, parameters), guard);
        } catch (IOException | RuntimeException e) {
            guard.dismiss();
            throw e;
        }
    }

    private static EmbeddedPostgres startServer(Path data, Map<String, String> parameters) throws IOException {
        var builder = EmbeddedPostgres.builder();
        parameters.forEach(builder::setServerConfig);
        return builder.setPort(FreePorts.next())
                .setDataDirectory(data)
                .setLocaleConfig("wal-segsize", LENGTH_OF_WAL_FILES)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(START_TIMEOUT)
                .start();
    }

    /** After a kill -9 the server of the previous run may still be shutting down. */
    private static void awaitEndOfEarlierServer(Path data) throws IOException {
        var earlier = serverOn(data);
        if (earlier.isPresent()) {
            try {
                var unused = earlier.get().onExit().get(SHUTDOWN_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IllegalStateException(
                        "Another PostgreSQL server (process %s) uses %s; stop it first"
                                .formatted(earlier.get().pid(), data),
                        e);
            }
        }
    }

    private static Optional<ProcessHandle> serverOn(Path data) throws IOException {
        var pidFile = data.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        var pid = Long.parseLong(Files.readAllLines(pidFile).get(0).trim());
        return ProcessHandle.of(pid)
                .filter(process -> process.info().command().orElse("").contains("postgres"));
    }

    public String uri() {
        return "postgresql://postgres:postgres@127.0.0.1:%s/postgres".formatted(server.getPort());
    }

    @Override
    public void close() {
        try {
            server.close();
            guard.dismiss();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Stops the PostgreSQL server when this process dies without stopping it, as after kill -9.
     *
     * <p>A shell reads its standard input, a pipe that the operating system closes when this process ends. Unless it
     * was dismissed before, it then tells the server, which may still be starting, to shut down fast (SIGINT). It
     * ignores the signals that a terminal sends to all processes. Where there is no such shell (Windows), an orphaned
     * server must be stopped by hand.
     */
    private record OrphanGuard(Optional<Process> shell) {
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

        /** Guards the server with this data directory until this process ends; the server need not have started yet. */
        static OrphanGuard watch(Path dataDirectory) throws IOException {
            if (!Files.isExecutable(SHELL)) {
                return new OrphanGuard(Optional.empty());
            }
            return new OrphanGuard(
                    Optional.of(new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, dataDirectory.toString())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()));
        }

        /**
         * Ends the guard after the server was stopped, so that it does not stop another server on the same directory.
         */
        void dismiss() throws IOException {
            if (shell.isPresent()) {
                try (var input = shell.get().getOutputStream()) {
                    input.write("dismissed\n".getBytes(StandardCharsets.US_ASCII));
                }
            }
        }
    }
}
