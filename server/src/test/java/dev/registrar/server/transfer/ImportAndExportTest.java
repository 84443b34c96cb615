package dev.registrar.server.transfer;

import static dev.registrar.testing.Names.unique;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.certificate.PemFiles;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files that people send to a service and get from it by the commands. */
@ExtendWith(ServiceExtension.class)
class ImportAndExportTest {
    private static final int LARGE = 20_000_000;

    @TempDir
    private Path folder;

    private static CommandRun run(String url, String commandLine, Object... arguments) {
        var words = Stream.of(
                Stream.of(commandLine.split(" ")), Stream.of(arguments), Stream.of("--url", url, "--user", "admin"));
        return CommandRun.exactly(
                Map.of("REGISTRAR_PASSWORD", "admin"),
                words.flatMap(each -> each).map(Object::toString).toArray(String[]::new));
    }

    private static CommandRun importFile(Service service, Path file, String type, Object... options) {
        return run(service.url(), "import %s --type %s".formatted(file, type), options);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static String saved(String name) throws IOException {
        try (var file = ImportAndExportTest.class.getResourceAsStream("/libreoffice/" + name)) {
            return new String(file.readAllBytes(), UTF_8);
        }
    }

    private static Map<String, Integer> counts(CommandRun run) {
        return run.out()
                .lines()
                .map(line -> line.split(" +", 2))
                .filter(cells -> cells[1].matches("[\\d,]+"))
                .collect(java.util.stream.Collectors.toMap(
                        cells -> cells[0], cells -> Integer.valueOf(cells[1].replace(",", ""))));
    }

    /**
     * LibreOffice quotes only cells that need it, writes truth values in capital letters, and cannot tell an empty text from
     * nothing. On Windows, its lines end with CR LF; the BOM is an option.
     */
    @Test
    void files_as_libreoffice_saves_them_are_imported(Service service) throws IOException {
        var courses = importFile(service, file("courses.csv", saved("courses.csv")), "courses");
        assertThat(counts(courses.expect(ExitCode.DONE))).containsEntry("created", 3);
        var terms = importFile(service, file("course_terms.csv", saved("course_terms.csv")), "course_terms");
        assertThat(counts(terms.expect(ExitCode.DONE))).containsEntry("created", 2);

        var onWindows = "\uFEFF"
                + saved("courses.csv")
                        .replace("\n", "\r\n")
                        .replace("Two parts:\r\n1. the", "Two parts:\n1. the")
                        .replace("texts\r\n", "texts\n");
        assertThat(counts(importFile(service, file("windows.csv", onWindows), "courses")
                        .expect(ExitCode.DONE)))
                .containsEntry("unchanged", 3);

        service.reader()
                .get("/v1/courses/?filter[course_identifier]=LIB1001,LIB1002&sort=course_identifier")
                .expect(
                        "/data/0/attributes/course_description",
                        "Two parts:\n1. the \"close\" reading of texts\n2. essays")
                .expect("/data/0/attributes/effective_end_date", "2031-05-10")
                .expect("/data/1/attributes/course_name", "Größe und Maß — “a history”")
                .expect("/data/1/attributes/course_description", "");
        service.reader()
                .get("/v1/course_terms/?filter[term_identifier]=20311LIB1001&include=course")
                .expect("/data/0/attributes/exam_credit_flag", "true")
                .expect("/included/0/attributes/course_identifier", "LIB1001");
    }

    @Test
    void what_is_exported_is_imported_unchanged(Service service) throws IOException {
        var subject = unique("S");
        var name = "\"quoted\", = and\r\nmore";
        file(
                "new.csv",
                "course_identifier,subject_area_code,course_name\n%sA,%s,\"%s\"\n%sB,%s,x\n"
                        .formatted(
                                subject, subject, name.replace("\"", "\"\"").replace("\r\n", " "), subject, subject));
        importFile(service, folder.resolve("new.csv"), "courses").expect(ExitCode.DONE);
        for (var exported : new String[] {"courses.csv", "courses.ndjson"}) {
            var file = folder.resolve(exported);
            var run = run(
                            service.url(),
                            "export --type courses",
                            "--filter",
                            "subject_area_code=" + subject,
                            "--output",
                            file)
                    .expect(ExitCode.DONE);
            assertThat(run.err()).contains("2 rows");
            assertThat(counts(importFile(service, file, "courses").expect(ExitCode.DONE)))
                    .as(exported)
                    .containsEntry("read", 2)
                    .containsEntry("unchanged", 2);
        }
    }

    @Test
    void rejected_rows_are_corrected_and_sent_again(Service service) throws IOException {
        var identifier = unique("R");
        var file = file(
                "courses.csv",
                "course_identifier,course_name,effective_start_date\n%s1,One,2031-01-06\n%s2,Two,soon\n%s3,,2031-01-06\n"
                        .formatted(identifier, identifier, identifier));
        var run = importFile(service, file, "courses").expect(ExitCode.REJECTED_ROWS);
        assertThat(counts(run)).containsEntry("created", 1).containsEntry("rejected", 2);
        var rejected = folder.resolve("courses-rejected.csv");
        assertThat(Files.readString(rejected).lines())
                .first()
                .isEqualTo("course_identifier,course_name,effective_start_date,errors");
        assertThat(Files.readString(rejected)).contains("effective_start_date");

        Files.writeString(
                rejected,
                Files.readString(rejected).replace(",soon,", ",2031-01-06,").replace("3,,", "3,Three,"));
        assertThat(counts(importFile(service, rejected, "courses").expect(ExitCode.DONE)))
                .containsEntry("created", 2);
    }

    @Test
    void a_dry_run_and_a_strict_import_with_a_rejected_row_change_nothing(Service service) throws IOException {
        var identifier = unique("D");
        var file =
                file("courses.csv", "course_identifier,course_name\n%s1,One\n%s2,\n".formatted(identifier, identifier));
        assertThat(counts(importFile(service, file, "courses", "--dry-run").expect(ExitCode.REJECTED_ROWS)))
                .containsEntry("created", 1)
                .containsEntry("rejected", 1);
        assertThat(importFile(service, file, "courses", "--strict")
                        .expect(ExitCode.FAILED)
                        .err())
                .contains("The import has failed.");
        service.reader()
                .get("/v1/courses/?filter[course_identifier]=%s1".formatted(identifier))
                .expect("/meta/pagination/count", "0");
    }

    @Test
    void errors_of_the_service_are_sentences(Service service) throws IOException {
        var large = file("courses.csv", "course_identifier,course_nmae\n" + "A,B\n".repeat(LARGE / 4));
        assertThat(importFile(service, large, "courses").expect(ExitCode.FAILED).err())
                .contains("course_nmae", "course_name")
                .doesNotContain("{", "Again");
        assertThat(importFile(service, large, "course").expect(ExitCode.FAILED).err())
                .contains("courses");
        assertThat(run(service.url(), "export --type courses --sort shoe_size")
                        .expect(ExitCode.FAILED)
                        .err())
                .contains("shoe_size", "(parameter sort)");
        assertThat(CommandRun.exactly(
                                Map.of("REGISTRAR_PASSWORD", "wrong"),
                                "import",
                                large.toString(),
                                "--type",
                                "courses",
                                "--url",
                                service.url(),
                                "--user",
                                "admin")
                        .expect(ExitCode.NO_ACCESS)
                        .err())
                .contains("password");
    }

    @Test
    void the_certificate_of_a_service_must_be_trusted(Service service) throws IOException {
        var pem = PemFiles.issue(folder);
        var port = service.startGateway("http", pem.addTo(new JsonObject().put("port", 0)));
        var url = "https://127.0.0.1:" + port;
        assertThat(run(url, "export --type courses")
                        .expect(ExitCode.UNREACHABLE)
                        .err())
                .contains("not trusted", "--ca");
        run(url, "export --type courses", "--ca", pem.certificate()).expect(ExitCode.DONE);
        run(
                        url,
                        "import %s --type courses"
                                .formatted(file(
                                        "none.csv", "course_identifier,course_name\n%s,x\n".formatted(unique("T")))),
                        "--ca",
                        pem.certificate())
                .expect(ExitCode.DONE);
    }
}
