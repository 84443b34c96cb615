package dev.registrar.gateway.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The memory of a process that the start script has started. */
final class NeededMemory {
    private static final Path SCRIPT = Path.of("../bin/registrar");
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m");

    /** What the JVM needs besides the heap, in MB. */
    private static final int OUTSIDE_THE_HEAP = 150;

    private NeededMemory() {}

    static int megabytes() throws IOException {
        var heap = HEAP.matcher(Files.readString(SCRIPT));
        assertThat(heap.find()).isTrue();
        return Integer.parseInt(heap.group(1)) + OUTSIDE_THE_HEAP;
    }
}
