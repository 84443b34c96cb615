package dev.registrar.resource.reading;

import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Members of the meta object with simple values: stored ones, and one that a function computes. */
@ExtendWith(LibraryExtension.class)
class MetaMembersTest {
    private String borrower;
    private String first;
    private String second;

    @BeforeEach
    void a_person_with_two_loans(Library library) {
        borrower = unique("meta");
        first = library.create("loans", loan(borrower, library.newBook()));
        second = library.create("loans", loan(borrower, library.newBook()));
    }

    private String ours(String parameters) {
        return "/v1/loans/?filter[borrower]=" + borrower + "&" + parameters;
    }

    private void giveBack(Library library, String loan) throws SQLException {
        try (var session = library.databaseSession();
                var statement = session.createStatement()) {
            statement.execute(
                    "UPDATE lending.loans SET returned_at = '2026-09-01 10:00:00+02' WHERE id = '" + loan + "'");
        }
    }

    @Test
    void they_are_in_the_document_and_in_the_event(Library library) throws SQLException {
        giveBack(library, second);
        var open = library.reader()
                .get("/v1/loans/" + first + "/")
                .expect("/data/meta/stage", "open")
                .expect("/data/meta/returned_at", null);
        library.reader()
                .get("/v1/loans/" + second + "/?fields[loans]=borrower")
                .expect("/data/meta/stage", "closed")
                .expect("/data/meta/returned_at", "2026-09-01T08:00:00Z");
        var event = "SELECT document #>> '{meta,%s}' FROM lending.events WHERE subject = '" + first + "'";
        assertThat(Sql.readOne(library.databaseUri(), event.formatted("stage"))).isEqualTo("open");
        assertThat(Instant.parse(Sql.readOne(library.databaseUri(), event.formatted("asked_at"))))
                .isEqualTo(open.at("/data/meta/asked_at").asText());
    }

    @Test
    void an_indexed_one_is_a_sort_field(Library library) {
        library.reader()
                .get(ours("sort=-asked_at"))
                .expect("/data/0/id", second)
                .expect("/data/1/id", first);
        library.reader().get(ours("sort=returned_at")).expectStatus(400).expectError("unknown_sort_field");
    }

    @Test
    void a_filterable_one_is_a_filter_field(Library library) throws SQLException {
        giveBack(library, second);
        library.reader().get(ours("filter[stage]=closed")).expect("/data/0/id", second);
        library.reader().get(ours("filter[stage]=open,closed")).expect("/meta/pagination/count", "2");
        library.reader().get(ours("filter[stage]=lent")).expectStatus(400).expectError("malformed_parameter");
        library.reader()
                .get(ours("filter[asked_at]=2026-09-01T08:00:00Z"))
                .expectStatus(400)
                .expectError("unknown_filter_field");
    }
}
