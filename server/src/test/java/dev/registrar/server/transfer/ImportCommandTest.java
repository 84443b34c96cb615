package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ServiceStub.IMPORT;
import static dev.registrar.server.transfer.ServiceStub.IMPORTS;
import static dev.registrar.server.transfer.ServiceStub.REJECTED_ROWS;
import static dev.registrar.server.transfer.ServiceStub.anImport;
import static dev.registrar.server.transfer.ServiceStub.error;
import static dev.registrar.server.transfer.ServiceStub.lost;
import static dev.registrar.server.transfer.ServiceStub.received;
import static dev.registrar.server.transfer.ServiceStub.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.server.Launcher;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code import}. */
class ImportCommandTest {
    private static final String ROWS = "course_identifier,course_name\r\nMAT2318,Linear Algebra\r\n";

    /** Does not fit the buffers of a connection. */
    private static final int LARGE = 16_000_000;

    @AutoClose
    private ServiceStub service;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void a_file() throws IOException {
        service = ServiceStub.start();
        file = Files.writeString(folder.resolve("courses.csv"), ROWS);
    }

    private CommandRun importFile(Object... options) {
        return CommandRun.of(service.url(), "import " + file + " --type courses", options);
    }

    @Test
    void a_file_is_sent_and_the_end_of_its_import_awaited() {
        service.acceptingImport(state("waiting", 0, 0), state("running", 4, 0), state("done", 8_372, 0));
        var run = importFile().expect(ExitCode.DONE);
        assertThat(run.out().lines())
                .containsExactly(
                        "read             8,372",
                        "created          8,372",
                        "updated              0",
                        "unchanged            0",
                        "rejected             0");
        assertThat(run.err().lines())
                .anyMatch(line -> line.matches("Sending courses.csv: 0\\.0 MB in .* s"))
                .anyMatch(line -> line.matches("Importing: 8,372 rows in .* s"))
                .hasSize(2);
        var upload = service.requests().get(0);
        assertThat(upload.body()).isEqualTo(ROWS);
        assertThat(upload.query()).isEqualTo("resource_type=courses");
        assertThat(upload.header("Content-type")).isEqualTo("text/csv");
        assertThat(upload.header("Authorization")).isEqualTo("Basic YWRtaW46YSBiZXR0ZXIgb25l");
        assertThat(upload.header("Prefer")).isEmpty();
    }

    @Test
    void the_options_say_how_to_import() {
        service.acceptingImport(state("done", 1, 0));
        var run = importFile("--match-by", "id", "--mode", "update", "--dry-run", "--strict", "--format", "ndjson")
                .expect(ExitCode.DONE);
        assertThat(run.out()).contains("Nothing has been changed");
        var upload = service.requests().get(0);
        assertThat(upload.query()).isEqualTo("dry_run=true&import_mode=update&match_by=id&resource_type=courses");
        assertThat(upload.header("Content-type")).isEqualTo("application/x-ndjson");
        assertThat(upload.header("Prefer")).isEqualTo("handling=strict");
    }

    @Test
    void rejected_rows_are_written_next_to_the_file_over_no_other() throws IOException {
        service.acceptingImport(state("done", 3, 2))
                .on(REJECTED_ROWS, received(200, "", "course_identifier,errors\r\nA,wrong\r\nB,wrong\r\n"));
        var run = importFile().expect(ExitCode.REJECTED_ROWS);
        var rejected = folder.resolve("courses-rejected.csv");
        assertThat(run.out()).contains("rejected             2", rejected.toString());
        assertThat(rejected).hasContent("course_identifier,errors\r\nA,wrong\r\nB,wrong\r\n");
        assertThat(service.requests().get(2).header("Accept")).isEqualTo("text/csv");

        Files.writeString(rejected, "corrected");
        importFile().expect(ExitCode.REJECTED_ROWS);
        assertThat(rejected).hasContent("corrected");
        assertThat(folder.resolve("courses-rejected-2.csv")).exists();
    }

    @Test
    void an_upload_that_is_cut_begins_again_with_the_same_key() {
        service.acceptingImport(state("done", 1, 0))
                .on(
                        IMPORTS,
                        lost(),
                        error(409, "0", "The first request with this key is still in progress", "Wait.", "x"),
                        received(202, "", anImport("waiting", 0, 0)));
        var run = importFile().expect(ExitCode.DONE);
        assertThat(run.err()).contains("The connection was lost", "still in progress");
        assertThat(service.requests())
                .filteredOn(request -> request.line().equals(IMPORTS))
                .hasSize(3)
                .allSatisfy(request -> assertThat(request.body()).isEqualTo(ROWS))
                .extracting(request -> request.header("Idempotency-key"))
                .doesNotContain("")
                .containsOnly(service.requests().get(0).header("Idempotency-key"));
    }

    @Test
    void a_connection_that_is_lost_again_and_again_is_given_up_and_the_key_shown() {
        service.on(IMPORTS, lost());
        var run = importFile("--key", "my-key").expect(ExitCode.UNREACHABLE);
        assertThat(service.requests()).hasSize(3);
        assertThat(run.err()).contains("--key my-key");
    }

    @ParameterizedTest
    @CsvSource({"429", "503"})
    void an_overloaded_service_is_asked_again_when_it_says_so(int status) {
        var busy = error(status, "0", "Busy", "Ten imports are waiting.", "x");
        service.acceptingImport(busy, state("done", 1, 0))
                .on(IMPORTS, busy, received(202, "", anImport("waiting", 0, 0)));
        assertThat(importFile().expect(ExitCode.DONE).err())
                .contains("Busy: Ten imports are waiting. (parameter x) Again in 0 s.");
        service.on(IMPORTS, busy);
        importFile().expect(ExitCode.UNREACHABLE);
    }

    @Test
    void waiting_for_the_end_goes_on_after_a_lost_connection() {
        service.acceptingImport(state("running", 5, 0), lost(), state("done", 10, 0));
        importFile().expect(ExitCode.DONE);
    }

    @Test
    void a_rejected_request_is_explained_before_all_of_the_file_is_sent() throws IOException {
        service.on(
                IMPORTS,
                new ServiceStub.Unread(
                        error(422, "", "Unknown column", "There is no column course_nmae.", "match_by")));
        Files.write(file, new byte[LARGE]);
        var run = importFile().expect(ExitCode.FAILED);
        assertThat(run.err())
                .isEqualTo("Unknown column: There is no column course_nmae. (parameter match_by)%n".formatted());
        assertThat(service.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"401", "403"})
    void a_caller_without_access_is_told(int status) throws IOException {
        service.on(IMPORTS, new ServiceStub.Unread(error(status, "", "No access", "The password is wrong.", "x")));
        Files.write(file, new byte[LARGE]);
        assertThat(importFile().expect(ExitCode.NO_ACCESS).err()).contains("The password is wrong.");
    }

    @Test
    void a_response_of_a_proxy_is_told_by_its_status_and_where_it_leads_to() {
        service.on(IMPORTS, exchange -> {
            exchange.getResponseHeaders().set("Location", "https://127.0.0.1/");
            received(301, "", "<html>").handle(exchange);
        });
        assertThat(importFile().expect(ExitCode.FAILED).err()).contains("301", "https://127.0.0.1/");
    }

    @Test
    void a_service_that_does_not_exist_is_not_tried_again() {
        service.close();
        var run = importFile().expect(ExitCode.UNREACHABLE);
        assertThat(run.err())
                .contains("There is no connection to " + service.url())
                .doesNotContain("Again");
    }

    @ParameterizedTest
    @CsvSource({"failed, The import has failed. Line 3 is rejected.", "cancelled, The import was cancelled."})
    void an_import_that_ends_otherwise_is_explained_after_its_counts(String state, String sentence) {
        service.acceptingImport(state(state, 5, 0));
        var run = importFile("--strict").expect(ExitCode.FAILED);
        assertThat(run.out()).contains("read                 5");
        assertThat(run.err()).endsWith(sentence + System.lineSeparator());
    }

    @Test
    void an_import_whose_end_cannot_be_read_goes_on_and_is_found_again_by_its_key() {
        service.acceptingImport(error(401, "", "Login", "The token has expired.", "x"));
        var run = importFile("--key", "my-key").expect(ExitCode.NO_ACCESS);
        assertThat(run.err())
                .contains(
                        "The token has expired.",
                        "goes on",
                        "--key my-key",
                        "curl -u admin -X DELETE " + service.url());
    }

    @Test
    void a_terminal_is_asked_for_the_password_and_shows_bars() {
        service.acceptingImport(state("running", 5, 0), state("done", 10, 0));
        var run = CommandRun.watched(service.url(), "import " + file + " --type courses")
                .expect(ExitCode.DONE);
        assertThat(run.err())
                .contains("Sending courses.csv", "100%", "Importing", "rows/s")
                .doesNotContain(" in 0.");
        assertThat(service.requests().get(0).header("Authorization")).isEqualTo("Basic YWRtaW46YSBiZXR0ZXIgb25l");
    }

    @Test
    void a_silent_service_is_given_up() {
        var end = new CountDownLatch(1);
        service.on(IMPORTS, exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CommandRun.impatient(service.url(), Duration.ofMillis(200), "import " + file + " --type courses")
                .expect(ExitCode.UNREACHABLE);
        end.countDown();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
    void ctrl_c_says_how_to_go_on_and_how_to_cancel() {
        assumeFalse(
                Signals.isIgnored("INT"), "This process ignores the signal, and the processes it starts inherit that");
        service.acceptingImport(state("running", 5, 0));
        var process = ServiceProcess.launch(
                Launcher.class,
                Map.of("REGISTRAR_TOKEN", "a.token"),
                "import",
                file.toString(),
                "--type",
                "courses",
                "--url",
                service.url() + "/v1");
        Await.until(
                "it waits for the end",
                () -> service.requests().stream()
                                .filter(request -> request.line().equals(IMPORT))
                                .count()
                        > 1);
        assertThat(service.requests().get(0).header("Authorization")).isEqualTo("Bearer a.token");
        process.signal("INT");
        assertThat(process.awaitEnd()).isEqualTo(130);
        assertThat(process.output())
                .contains("--key " + service.requests().get(0).header("Idempotency-key"), "-X DELETE");
    }
}
