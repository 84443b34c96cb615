package dev.registrar.gateway.launcher.node;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An archive of the loaded classes of this process, which makes the next start faster. Requires a JVM started with
 * {@code -XX:+RecordDynamicDumpInfo}.
 */
final class ClassArchive {
    /** The system property with the name of the file. */
    private static final String FILE = "class-archive";

    /** Twice the size of an archive. A JVM that cannot write all of it ends with an error. */
    private static final long NEEDED_BYTES = 80L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private ClassArchive() {}

    /**
     * Writes the archive if the system property is set. Takes a few seconds, in which all other threads are suspended.
     */
    static void writeIfWanted() {
        var file = System.getProperty(FILE);
        if (file != null && !isJarReplaced()) {
            writeIfItFits(Path.of(file), NEEDED_BYTES);
        }
    }

    /**
     * The next start could not use the archive of another jar, nor would it write its own, because this one would be newer than
     * its jar.
     */
    private static boolean isJarReplaced() {
        var jar = new File(System.getProperty("java.class.path"));
        return jar.lastModified() > ManagementFactory.getRuntimeMXBean().getStartTime();
    }

    static void writeIfItFits(Path file, long neededBytes) {
        try {
            var free = Files.getFileStore(file.getParent()).getUsableSpace();
            if (free < neededBytes) {
                LOG.warn(
                        "The class archive is not written, because {} has only {} MB of free space; the next start will not"
                                + " be faster",
                        file.getParent(),
                        free / 1024 / 1024);
            } else {
                LOG.info("Writing a class archive for faster starts; the process ends after that, in up to a minute");
                write(file);
            }
        } catch (IOException e) {
            LOG.warn("The class archive cannot be written; the next start will not be faster", e);
        }
    }

    /** Renamed at the end, so that no other process sees an incomplete file. */
    private static void write(Path file) throws IOException {
        try {
            var part = Path.of(file + "." + ProcessHandle.current().pid());
            dumpSilently(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    /** The JDK reports it on standard output, which belongs to the log. */
    private static void dumpSilently(Path file) throws JMException {
        var output = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            dump(file);
        } finally {
            System.setOut(output);
        }
    }

    /** Like {@code jcmd PID VM.cds dynamic_dump FILE}. */
    private static void dump(Path file) throws JMException {
        var unused = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmCds",
                        new Object[] {new String[] {"dynamic_dump", file.toString()}},
                        new String[] {String[].class.getName()});
    }
}
