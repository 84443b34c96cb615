package dev.registrar.gateway.launcher.node;

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
 * The classes of this process in a file, from which the JVM of a later one takes them: it starts in less time. The JVM must
 * have been started with {@code -XX:+RecordDynamicDumpInfo}.
 */
final class ClassArchive {
    /** The system property that names the file. */
    private static final String FILE = "class-archive";

    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private ClassArchive() {}

    /** Writes it, where it is wanted; it takes a few seconds of a processor, while every other thread waits. */
    static void writeIfWanted() {
        var file = System.getProperty(FILE);
        if (file != null) {
            write(Path.of(file));
        }
    }

    /** No other process sees a part of it. */
    private static void write(Path file) {
        try {
            var part = Path.of(file + "." + ProcessHandle.current().pid());
            dumpSilently(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (JMException | IOException e) {
            LOG.warn("The archive of classes cannot be written: the next start takes as long as this one", e);
        }
    }

    /** The JDK tells of it on the standard output, which belongs to the log. */
    private static void dumpSilently(Path file) throws JMException {
        var output = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            dump(file);
        } finally {
            System.setOut(output);
        }
    }

    /** As {@code jcmd PID VM.cds dynamic_dump FILE} does. */
    private static void dump(Path file) throws JMException {
        var unused = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmCds",
                        new Object[] {new String[] {"dynamic_dump", file.toString()}},
                        new String[] {String[].class.getName()});
    }
}
