package dev.registrar.gateway.testing;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals to processes, as the {@code kill} command does. */
public final class Signals {
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
}
