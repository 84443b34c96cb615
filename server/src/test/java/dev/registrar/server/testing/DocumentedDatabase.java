package dev.registrar.server.testing;

import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * A migrated database with its two users, made by the statements of the documentation.
 *
 * @param asOwner the URI for the user who owns the tables
 * @param asService the URI for the user as whom the service runs
 */
public record DocumentedDatabase(String asOwner, String asService) {
    private static final String PAGE = "docs/postgresql.md";

    /** Creates it on the server of this database. */
    public static DocumentedDatabase beside(String asSuperuser) throws IOException, SQLException {
        Sql.execute(asSuperuser, statements("sql"));
        var database = new DocumentedDatabase(
                as("registrar:choose-a-password", asSuperuser),
                as("registrar_service:choose-another-password", asSuperuser));
        ServiceDatabase.migrate(database.asOwner());
        Sql.execute(Sql.inDatabase("registrar", asSuperuser), statements("sql roles"));
        return database;
    }

    /** The statements in the blocks of a language. */
    public static List<String> statements(String language) throws IOException {
        return statements(PAGE, language);
    }

    /** The statements in the blocks of a language on another page. */
    public static List<String> statements(String page, String language) throws IOException {
        return CodeBlock.of(page).stream()
                .filter(code -> code.is(language))
                .flatMap(code -> List.of(code.text().split(";\n")).stream())
                .toList();
    }

    private static String as(String user, String uri) {
        return Sql.inDatabase("registrar", uri.replaceFirst("//[^@]*@", "//" + user + "@"));
    }
}
