package dev.registrar.server.deployment;

import dev.registrar.server.testing.document.CodeBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The commands of the page about backup and restore. */
final class BackupPage {
    private static final String PAGE = "docs/backup.md";

    /** The script that restores; without a file, it moves only the positions of events. */
    static final Path RESTORE = Path.of("../bin/restore").toAbsolutePath().normalize();

    private BackupPage() {}

    /** The commands of the backup, for the database with this URI. */
    static String backup(String uri) throws IOException {
        return withUri(blocks("sh").get(0), uri);
    }

    /** The commands of the restore, for the database with this URI. */
    static String restore(String uri) throws IOException {
        return withUri(blocks("sh").get(1), uri).replace("bin/restore ", RESTORE + " ");
    }

    private static String withUri(String commands, String uri) {
        return commands.replaceAll("(?m)^export OWNER_URI=.*$", "export OWNER_URI=" + uri);
    }

    private static List<String> blocks(String language) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(language))
                .map(CodeBlock::text)
                .toList();
    }
}
