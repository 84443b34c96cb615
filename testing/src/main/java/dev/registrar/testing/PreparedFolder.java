package dev.registrar.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
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
    private static final Path ALL = Path.of("target", "prepared").toAbsolutePath();

    /** Each build prepares its own files, so that they are never older than the classes under test. */
    private static final String BUILD =
            System.getProperty("registrar.build", UUID.randomUUID().toString());

    private PreparedFolder() {}

    /** Writes the files of a folder. */
    public interface Preparation {
        void write(Path folder) throws IOException;
    }

    /** Returns the folder, after the first call in this build has prepared it. A JVM may call this only once for each name. */
    public static Path of(String name, Preparation preparation) {
        var folder = ALL.resolve(name);
        try {
            Files.createDirectories(ALL);
            try (var lock = FileChannel.open(ALL.resolve(name + ".lock"), CREATE, READ, WRITE)) {
                var unused = lock.lock();
                if (!preparedBy(lock).equals(BUILD)) {
                    Folders.delete(folder);
                    preparation.write(Files.createDirectory(folder));
                    lock.truncate(0).write(ByteBuffer.wrap(BUILD.getBytes(US_ASCII)), 0);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String preparedBy(FileChannel lock) throws IOException {
        var build = ByteBuffer.allocate((int) lock.size());
        lock.read(build, 0);
        return new String(build.array(), US_ASCII);
    }
}
