package dev.registrar.resource.reading;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A book with more copies than one document contains. */
class ManyCopiesTest {
    private static final int COPIES = 10_007;

    @AutoClose
    private static Library library;

    private String url;
    private String linkageUrl;

    /** The timeouts are long: a request that takes a second may take many on a busy machine. */
    @BeforeAll
    static void a_library_with_long_timeouts() throws Exception {
        library = Library.start(new JsonObject("""
                {"http": {"reply-timeout": "17 s"}, "database": {"statement-timeout": "16 s"}}"""));
    }

    @BeforeEach
    void a_book_with_many_copies() throws SQLException {
        var id = library.newBook();
        url = "/v1/books/" + id + "/";
        linkageUrl = url + "relationships/copies";
        insertCopies(id);
    }

    /** Without events: no test reads them, and to publish them takes longer than all else. */
    private static void insertCopies(String bookId) throws SQLException {
        try (var session = library.databaseSession();
                var triggers = session.createStatement();
                var insert = session.prepareStatement("""
                        INSERT INTO stock.copies
                        SELECT gen_random_uuid(), ?::text || n, 0, false, NULL, NULL, 'test', now(), ?::uuid
                        FROM generate_series(1, %s) AS n""".formatted(COPIES))) {
            session.setAutoCommit(false);
            triggers.execute("ALTER TABLE stock.copies DISABLE TRIGGER copies_created");
            insert.setString(1, unique("MANY") + "-");
            insert.setString(2, bookId);
            insert.executeUpdate();
            triggers.execute("ALTER TABLE stock.copies ENABLE TRIGGER copies_created");
            session.commit();
        }
    }

    @Test
    void linkage_of_many_copies_is_complete() {
        var copies = "/data/relationships/copies";
        var read = library.reader()
                .get(url)
                .expectStatus(200)
                .expect(copies + "/meta/count", Integer.toString(COPIES))
                .expect(copies + "/links/self", library.url() + linkageUrl);
        assertThat(read.at(copies + "/data")).hasSize(COPIES);
        assertThat(library.reader().get(linkageUrl).expectStatus(200).at("/data"))
                .isEqualTo(read.at(copies + "/data"));
    }

    @Test
    void an_include_of_too_many_copies_is_400() {
        for (var including : List.of(url + "?include=copies", url + "copies/?include=book.copies")) {
            library.reader().get(including).expectStatus(400).expectError("too_many_values", "parameter", "include");
        }
        var page = library.reader().get(url + "copies/?include=book&page[size]=100");
        assertThat(page.expectStatus(200).at("/included")).hasSize(1);
    }

    @Proves("JSON:API 1.0, Updating To-Many Relationships")
    @Test
    void linkage_can_be_replaced_by_ten_thousand_copies_and_all_of_them_can_be_removed_at_once() {
        var ids = library.reader().get(linkageUrl).each("/id").subList(0, 10_000);
        library.admin()
                .patch(linkageUrl, Document.linkage("copies", ids))
                .expectStatus(200)
                .expect("/meta/count", "10000");
        library.admin()
                .patch(linkageUrl, Document.linkage("copies", List.of()))
                .expectStatus(200)
                .expect("/meta/count", "0");
        library.admin().delete(url).expectStatus(204);
    }

    @Test
    void a_book_can_be_deleted_with_many_copies_and_publishes_an_event_for_each() {
        library.admin().delete(url).expectStatus(204);
        library.reader().get(url + "copies/").expectStatus(404);
        assertThat(Sql.count(library.databaseUri(), """
                stock.events WHERE change = 'deleted' AND type = 'copies'
                AND document #>> '{relationships,book,data,id}' = '%s'""".formatted(url.split("/", -1)[3])))
                .isEqualTo(COPIES);
    }
}
