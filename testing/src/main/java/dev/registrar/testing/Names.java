package dev.registrar.testing;

import java.util.concurrent.atomic.AtomicInteger;

/** Names for what a test creates beside other tests. */
public final class Names {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Names() {}

    /** Returns a text that is unique in this JVM. */
    public static String unique(String prefix) {
        return prefix + NEXT.incrementAndGet();
    }
}
