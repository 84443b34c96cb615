package dev.registrar.gateway.deployment;

import dev.registrar.gateway.testing.Sql;
import dev.registrar.gateway.testing.document.CodeBlock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The commands and statements of the page about backup and restore. */
final class BackupPage {
    private static final String PAGE = "gateway-verticle/documentation/backup.md";

    private BackupPage() {}

    /** The commands of the backup, for the database with this URI. */
    static String backup(String uri) throws IOException {
        return withUri(blocks("sh").get(0), uri);
    }

    /** The commands of the restore, for the database with this URI. */
    static String restore(String uri) throws IOException {
        return withUri(blocks("sh").get(1), uri);
    }

    private static String withUri(String commands, String uri) {
        return commands.replaceAll("(?m)^export OWNER_URI=.*$", "export OWNER_URI=" + uri);
    }

    /** Moves the positions of events forward, as it is necessary after a restore. */
    static void movePositions(Connection session) throws IOException, SQLException {
        Sql.execute(session, blocks("sql").get(0).lines().toArray(String[]::new));
    }

    private static List<String> blocks(String language) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(language))
                .map(CodeBlock::text)
                .toList();
    }
}
