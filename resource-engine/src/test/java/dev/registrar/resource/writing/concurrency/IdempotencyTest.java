package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.idempotency.IdempotencyKey.RETENTION;
import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Idempotency-Key} (draft-ietf-httpapi-idempotency-key-header): a repeated request takes effect once. */
@ExtendWith(LibraryExtension.class)
class IdempotencyTest {
    private static final List<Integer> TWELVE = IntStream.range(0, 12).boxed().toList();

    private static BusClient keyed(BusClient client, String key) {
        return client.withHeader("Idempotency-Key", key);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    private static void expectSame(Reply again, Reply first) {
        again.expectStatus(first.status());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers()).isEqualTo(first.headers());
    }

    private static String count(Library library, String filter) {
        return library.reader().get(filter).text("/meta/pagination/count");
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void a_repeated_request_gets_the_first_response(Library library) {
        var client = keyed(library.admin(), newKey());
        var identifier = unique("KEY");
        var created = client.post("/v1/books/", book(identifier, "Logic")).expectStatus(201);
        expectSame(client.post("/v1/books/", book(identifier, "Logic")), created);

        var copyClient = keyed(library.admin(), newKey());
        var copy = copy(unique("COPY"), created.id());
        expectSame(copyClient.post("/v1/copies/", copy), copyClient.post("/v1/copies/", copy));
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void an_idempotency_key_used_for_a_different_request_is_422(Library library) {
        var client = keyed(library.admin(), newKey());
        client.post("/v1/books/", book(unique("KEY"), "Logic")).expectStatus(201);
        client.post("/v1/books/", book(unique("KEY"), "Logic"))
                .expectStatus(422)
                .expectError("idempotency_key_reused", "header", "Idempotency-Key");
    }

    @Test
    void a_repeated_request_may_order_its_members_differently(Library library) {
        var client = keyed(library.admin(), newKey());
        var identifier = unique("KEY");
        var created = client.post("/v1/books/", book(identifier, "Logic")).expectStatus(201);
        expectSame(client.post("/v1/books/", """
                {"data": {"attributes": {"title": "Logic", "isbn": "%s"}, "type": "books"}}
                """.formatted(identifier)), created);
    }

    @Test
    void a_rejected_request_may_be_corrected_and_sent_again_with_the_same_key(Library library) {
        var client = keyed(library.admin(), newKey());
        client.post("/v1/books/", book("", "Logic")).expectStatus(422);
        var taken = unique("TAKEN");
        library.admin().post("/v1/books/", book(taken, "Logic")).expectStatus(201);
        client.post("/v1/books/", book(taken, "Logic")).expectStatus(409).expectError("duplicate");
        client.post("/v1/books/", book(unique("KEY"), "Logic")).expectStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", ""})
    void a_malformed_idempotency_key_is_400(String key, Library library) {
        keyed(library.admin(), key)
                .post("/v1/books/", book(unique("KEY"), "Logic"))
                .expectStatus(400)
                .expectError("malformed_request", "header", "Idempotency-Key");
    }

    @Proves("Idempotency-Key (IETF draft)")
    @Test
    void concurrent_requests_with_one_key_take_effect_once_and_get_the_same_response(Library library) {
        var bookId = library.newBook();
        var borrower = unique("twelve");
        var client = keyed(library.admin(), newKey());
        Queue<Reply> responses = new ConcurrentLinkedQueue<>();
        InParallel.forEach(TWELVE, number -> responses.add(untilCompleted(client, loan(borrower, bookId))));
        assertThat(responses)
                .extracting(Reply::id)
                .containsOnly(responses.element().id());
        assertThat(count(library, "/v1/loans/?filter[borrower]=" + borrower)).isEqualTo("1");
    }

    /** Sends the request again while the first one is in progress. */
    private static Reply untilCompleted(BusClient client, Document document) {
        var response = client.post("/v1/loans/", document);
        while (response.status() == 409) {
            response.expectError("request_in_progress", "header", "Idempotency-Key");
            response = client.post("/v1/loans/", document);
        }
        return response;
    }

    @Test
    void a_request_whose_key_cannot_be_stored_has_no_effect(Library library) throws SQLException {
        var key = newKey();
        var identifier = unique("KEY");
        try (var session = library.databaseSession()) {
            execute(
                    session,
                    "ALTER TABLE stock.idempotency_keys ADD CONSTRAINT refuse CHECK (key <> '%s')".formatted(key));
            var rejected = keyed(library.admin(), key).post("/v1/books/", book(identifier, "Logic"));
            assertThat(rejected.status()).isGreaterThanOrEqualTo(400);
            execute(session, "ALTER TABLE stock.idempotency_keys DROP CONSTRAINT refuse");
        }
        assertThat(count(library, "/v1/books/?filter[isbn]=" + identifier)).isEqualTo("0");
    }

    @Test
    void concurrent_equal_loans_without_a_key_create_one_and_are_otherwise_409(Library library) {
        var bookId = library.newBook();
        var borrower = unique("twelve");
        Queue<Reply> responses = new ConcurrentLinkedQueue<>();
        InParallel.forEach(TWELVE, number -> responses.add(library.admin().post("/v1/loans/", loan(borrower, bookId))));
        assertThat(responses).filteredOn(response -> response.status() == 409).hasSize(11);
        assertThat(count(library, "/v1/loans/?filter[borrower]=" + borrower)).isEqualTo("1");
    }

    @Test
    void an_idempotency_key_expires_after_the_retention_and_not_before(Library library) throws SQLException {
        var key = newKey();
        var client = keyed(library.admin(), key);
        var document = book(unique("KEY"), "Logic");
        var first = client.post("/v1/books/", document).expectStatus(201);
        setAge(library, key, RETENTION.minusMinutes(1));
        expectSame(client.post("/v1/books/", document), first);
        setAge(library, key, RETENTION.plusMinutes(1));
        client.post("/v1/books/", book(unique("KEY"), "Ethics")).expectStatus(201);
    }

    private static void setAge(Library library, String key, Duration age) throws SQLException {
        try (var session = library.databaseSession()) {
            execute(
                    session,
                    "UPDATE stock.idempotency_keys SET created_at = now() - interval '%s minutes' WHERE key = '%s'"
                            .formatted(age.toMinutes(), key));
        }
    }
}
