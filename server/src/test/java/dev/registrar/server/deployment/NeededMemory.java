package dev.registrar.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The memory in which a process that the start script has started has the smallest supported heap. */
final class NeededMemory {
    private static final Path SCRIPT = Path.of("../bin/registrar");
    private static final Pattern HEAP = Pattern.compile("-XX:MaxRAMPercentage=(\\d+)");

    /** In MB, as documented. */
    private static final int SMALLEST_HEAP = 256;

    private NeededMemory() {}

    static int megabytes() throws IOException {
        var heap = HEAP.matcher(Files.readString(SCRIPT));
        assertThat(heap.find()).isTrue();
        return SMALLEST_HEAP * 100 / Integer.parseInt(heap.group(1));
    }
}
