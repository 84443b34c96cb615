package dev.registrar.testing.postgresql;

import dev.registrar.testing.Await;
import dev.registrar.testing.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The embedded PostgreSQL as a process of the operating system. */
public record PostgresProcess(ProcessHandle postmaster) {

    private static final String PID_FILE = "postgresql/postmaster.pid";

    /** Returns whether a server has begun to start in this directory. While initdb works there, the id is negative. */
    public static boolean isStarted(Path directory) {
        return pidLines(directory).stream().limit(1).anyMatch(pid -> !pid.startsWith("-"));
    }

    /** Returns the server whose data is in this directory. */
    public static PostgresProcess in(Path directory) {
        var pid = Long.parseLong(pidLines(directory).get(0));
        return new PostgresProcess(ProcessHandle.of(pid).orElseThrow());
    }

    private static List<String> pidLines(Path directory) {
        try {
            return Files.readAllLines(directory.resolve(PID_FILE));
        } catch (NoSuchFileException notYet) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return postmaster.isAlive();
    }

    /** Kills every process of the server at once, as a power failure does. */
    public void crash() {
        var all = Stream.concat(postmaster.descendants(), Stream.of(postmaster)).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Await.until("PostgreSQL has ended", () -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Returns the command that started the server; it can be run again. */
    public List<String> command() {
        try {
            var line = Files.readString(Path.of("/proc", Long.toString(postmaster.pid()), "cmdline"));
            return Stream.of(line.split("\0", -1))
                    .filter(word -> !word.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Freezes every process of the server: connections stay open, but there is no response. */
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
