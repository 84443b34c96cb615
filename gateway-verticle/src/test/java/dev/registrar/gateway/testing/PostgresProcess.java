package dev.registrar.gateway.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The embedded PostgreSQL as a process of the operating system. */
public record PostgresProcess(ProcessHandle postmaster) {

    /** The server whose data is in this directory. */
    public static PostgresProcess in(Path directory) {
        try {
            var pid = Files.readAllLines(directory.resolve("postgresql/postmaster.pid"))
                    .get(0);
            return new PostgresProcess(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return postmaster.isAlive();
    }

    /** Stops every process of the server in its tracks: connections stay open, and nothing answers. */
    public void freeze() {
        signalAll("STOP");
    }

    public void thaw() {
        signalAll("CONT");
    }

    private void signalAll(String signal) {
        Stream.concat(Stream.of(postmaster), postmaster.descendants())
                .forEach(process -> Signals.send(signal, process));
    }
}
