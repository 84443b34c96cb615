package dev.registrar.gateway.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.RecordedLog;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class archive of a stopped node. */
class ClassArchiveTest {

    /** A JVM that finds the disk full while it writes an archive ends with an error, which would hide a graceful stop. */
    @Test
    void no_archive_is_written_to_a_disk_without_enough_space(@TempDir Path folder) {
        try (var log = RecordedLog.start(this)) {
            ClassArchive.writeIfItFits(folder.resolve("classes.jsa"), Long.MAX_VALUE);
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("not written", folder.toString(), "MB of free space");
        }
        assertThat(folder).isEmptyDirectory();
    }
}
