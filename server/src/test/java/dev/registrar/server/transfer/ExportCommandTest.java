package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.ServiceStub.cutAfter;
import static dev.registrar.server.transfer.ServiceStub.error;
import static dev.registrar.server.transfer.ServiceStub.received;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code export}. */
class ExportCommandTest {
    private static final String COURSES = "GET /v1/courses/";
    private static final String ROWS =
            "course_identifier,course_description\r\nA,\"two\nlines\"\r\nB,\"\"\"quoted\"\"\"\r\n";

    @AutoClose
    private ServiceStub service;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void a_service() throws IOException {
        service = ServiceStub.start();
        file = folder.resolve("courses.csv");
    }

    private CommandRun export(Object... options) {
        return CommandRun.of(service.url(), "export --type courses", options);
    }

    @Test
    void rows_are_written_to_the_standard_output_or_to_a_file_and_counted_there_is_nothing_else_on_the_output()
            throws IOException {
        service.on(COURSES, received(200, "", ROWS));
        var run = export().expect(ExitCode.DONE);
        assertThat(run.out()).isEqualTo(ROWS);
        assertThat(run.err()).matches("Exporting courses: 2 rows in .* s\\R");

        Files.writeString(file, "an earlier export");
        assertThat(export("--output", file).expect(ExitCode.DONE).out()).isEmpty();
        assertThat(Files.readString(file)).isEqualTo(ROWS);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void the_options_say_what_to_export() {
        service.on(COURSES, received(200, "", ROWS));
        export(
                        "--filter",
                        "course_name.contains=A&B",
                        "--filter",
                        "search=x=y",
                        "--sort",
                        "-course_name,id",
                        "--include",
                        "course_terms",
                        "--fields",
                        "course_name,course_terms",
                        "--fields",
                        "course_terms=term_identifier",
                        "--for-spreadsheet")
                .expect(ExitCode.DONE);
        var request = service.requests().get(0);
        assertThat(request.query())
                .isEqualTo("fields[course_terms]=term_identifier&fields[courses]=course_name,course_terms"
                        + "&filter[course_name.contains]=A&B&filter[search]=x=y&for_spreadsheet=true"
                        + "&include=course_terms&sort=-course_name,id");
        assertThat(request.header("Accept")).isEqualTo("text/csv");
    }

    @Test
    void the_name_of_the_file_or_an_option_chooses_the_format() {
        service.on(COURSES, received(200, "", "{\"id\": \"\\\"\"}\n{}\n"));
        assertThat(export("--output", folder.resolve("courses.NDJSON"))
                        .expect(ExitCode.DONE)
                        .err())
                .contains("2 rows");
        export("--output", folder.resolve("courses.csv"), "--format", "ndjson").expect(ExitCode.DONE);
        assertThat(service.requests())
                .extracting(request -> request.header("Accept"))
                .containsOnly("application/x-ndjson");
    }

    @Test
    void an_export_that_is_cut_leaves_no_file_and_is_not_repeated() {
        service.on(COURSES, cutAfter(ROWS));
        assertThat(export("--output", file).expect(ExitCode.UNREACHABLE).err()).contains("The connection was lost");
        assertThat(folder).isEmptyDirectory();
        export().expect(ExitCode.UNREACHABLE);
        assertThat(service.requests()).hasSize(2);
    }

    @Test
    void a_full_disk_is_told() {
        service.on(COURSES, received(200, "", ROWS));
        var full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThat(CommandRun.writingTo(full, service.url(), "export --type courses")
                        .expect(ExitCode.FAILED)
                        .err())
                .contains("cannot be written", "No space left on device");
        assertThat(export("--output", folder.resolve("missing/courses.csv"))
                        .expect(ExitCode.FAILED)
                        .err())
                .contains("cannot be written");
    }

    @Test
    void errors_are_sentences_and_leave_no_file() {
        service.on(COURSES, error(400, "", "Unknown sort field", "Courses cannot be sorted by shoe_size.", "sort"));
        var run = export("--output", file, "--sort", "shoe_size").expect(ExitCode.FAILED);
        assertThat(run.err())
                .isEqualTo("Unknown sort field: Courses cannot be sorted by shoe_size. (parameter sort)%n".formatted());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_third_export_begins_when_the_service_says_so() {
        service.on(COURSES, error(429, "0", "Busy", "Two exports are in progress.", "x"), received(200, "", ROWS));
        assertThat(export().expect(ExitCode.DONE).out()).isEqualTo(ROWS);
    }

    @Test
    void a_service_that_becomes_silent_is_given_up() {
        var end = new CountDownLatch(1);
        service.on(COURSES, exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(ROWS.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CommandRun.impatient(service.url(), Duration.ofMillis(500), "export --type courses")
                .expect(ExitCode.UNREACHABLE);
        end.countDown();
    }

    @Test
    void a_terminal_shows_how_much_is_left() {
        service.on(COURSES, received(200, "", "{\"meta\": {\"pagination\": {\"count\": 2}}}"), received(200, "", ROWS));
        var run = CommandRun.watched(
                        service.url(), "export --type courses", "--filter", "course_name=A", "--sort", "id")
                .expect(ExitCode.DONE);
        assertThat(run.err()).contains("100%", "2/2 rows");
        assertThat(service.requests().get(0).query()).isEqualTo("filter[course_name]=A&page[size]=1");
    }
}
