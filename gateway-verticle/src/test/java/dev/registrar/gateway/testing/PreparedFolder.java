package dev.registrar.gateway.testing;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A folder of files that take seconds to prepare: the first JVM of a build that needs them prepares them for the others. */
public final class PreparedFolder {
    /** Each build has its own, so that the files are never older than the classes under test. */
    private static final Path OF_THIS_BUILD = Path.of(
                    "target",
                    "prepared-"
                            + System.getProperty(
                                    "registrar.build", UUID.randomUUID().toString()))
            .toAbsolutePath();

    private PreparedFolder() {}

    /** Writes the files of a folder. */
    public interface Preparation {
        void write(Path folder) throws IOException;
    }

    /** Returns the folder, after the first call in this build has prepared it. A JVM may call this only once for each name. */
    public static Path of(String name, Preparation preparation) {
        try {
            var folder = Files.createDirectories(OF_THIS_BUILD.resolve(name));
            try (var lock = FileChannel.open(OF_THIS_BUILD.resolve(name + ".lock"), CREATE, WRITE)) {
                var unused = lock.lock();
                if (lock.size() == 0) {
                    preparation.write(folder);
                    lock.write(ByteBuffer.wrap(new byte[1]));
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
