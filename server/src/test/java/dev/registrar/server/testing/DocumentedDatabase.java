package dev.registrar.server.testing;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.document.CodeBlock;
import io.vertx.core.Vertx;
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
        migrate(database.asOwner());
        Sql.execute(inDatabase("registrar", asSuperuser), statements("sql roles"));
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
        return inDatabase("registrar", uri.replaceFirst("//[^@]*@", "//" + user + "@"));
    }

    /** The same URI for another database of the server. */
    public static String inDatabase(String name, String uri) {
        return uri.replaceAll("/\\w+$", "/" + name);
    }

    public static void migrate(String uri) {
        var vertx = Vertx.vertx();
        try {
            Await.success(new NodeDatabase(vertx, Service.configuration(uri)).migrate(Deployment.SCHEMAS));
        } finally {
            Await.success(vertx.close());
        }
    }
}
