package dev.registrar.testing.postgresql;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on which nothing listens, for servers that must know theirs before they start. They are below the ephemeral
 * range, from which the operating system could give them to a client meanwhile.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;

    private FreePorts() {}

    public static int next() {
        return next(1).get(0);
    }

    /** Returns different ports. */
    public static List<Integer> next(int count) {
        return ThreadLocalRandom.current()
                .ints(FIRST, END)
                .filter(FreePorts::isFree)
                .distinct()
                .limit(count)
                .boxed()
                .toList();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
