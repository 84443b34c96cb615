package dev.registrar.platform.operations;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** A file in the jar. Vert.x would read a copy of it, which disappears as soon as the process is told to stop. */
public final class ClassPathFile {
    private ClassPathFile() {}

    public static Buffer read(String name) {
        try (var file = ClassPathFile.class.getResourceAsStream("/" + name)) {
            return Buffer.buffer(Objects.requireNonNull(file, name).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
