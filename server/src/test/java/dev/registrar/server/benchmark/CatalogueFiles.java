package dev.registrar.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A catalogue as files: for imports with what a person would write, for COPY with what the tables contain. */
final class CatalogueFiles {
    private static final int GENERATED_COURSES = 8_372;
    private static final int TERMS = 10;

    private final Path folder;
    private final List<String> importedCourses = new ArrayList<>();
    private final List<String> importedOfferings = new ArrayList<>();
    private final List<String> copiedCourses = new ArrayList<>();
    private final List<String> copiedOfferings = new ArrayList<>();

    /**
     * Writes the files.
     *
     * @param data a folder with courses.csv (subject, number, name) and course_terms.csv (term, subject, number); if it is missing,
     *     a catalogue of the same size is generated
     */
    CatalogueFiles(Path folder, Optional<Path> data) throws IOException {
        this.folder = Files.createDirectories(folder);
        importedCourses.add("course_identifier,subject_area_code,course_number,course_name");
        importedOfferings.add("term_identifier,course");
        if (data.isPresent()) {
            read(data.get());
        } else {
            generate();
        }
        Files.write(importedCourses(), importedCourses);
        Files.write(importedOfferings(), importedOfferings);
        Files.write(copiedCourses(), copiedCourses);
        Files.write(copiedOfferings(), copiedOfferings);
    }

    private void read(Path data) throws IOException {
        for (var line : lines(data.resolve("courses.csv"))) {
            var cells = line.split(",", 3);
            addCourse(cells[0], cells[1], cells[2]);
        }
        for (var line : lines(data.resolve("course_terms.csv"))) {
            var cells = line.split(",", 4);
            addOffering(cells[0], cells[1] + cells[2]);
        }
    }

    private static List<String> lines(Path csv) throws IOException {
        var all = Files.readAllLines(csv);
        return all.subList(1, all.size());
    }

    private void generate() {
        for (var number = 0; number < GENERATED_COURSES; number++) {
            addCourse("GEN", Integer.toString(number), "Introduction to subject " + number);
            for (var term = 1; term <= TERMS; term++) {
                addOffering(Integer.toString(20_300 + term), "GEN" + number);
            }
        }
    }

    private void addCourse(String subject, String number, String name) {
        var identifier = subject + number;
        importedCourses.add(String.join(",", identifier, subject, number, name));
        copiedCourses.add(String.join(
                ",",
                idOf(identifier),
                "\"\"",
                "\"\"",
                subject,
                number,
                identifier,
                name,
                "\"\"",
                "admin",
                "2026-01-01"));
    }

    private void addOffering(String term, String course) {
        var identifier = term + course;
        importedOfferings.add(identifier + "," + course);
        copiedOfferings.add(
                String.join(",", idOf(identifier), identifier, "0", "false", "admin", "2026-01-01", idOf(course)));
    }

    private static String idOf(String identifier) {
        return UUID.nameUUIDFromBytes(identifier.getBytes(UTF_8)).toString();
    }

    int courses() {
        return copiedCourses.size();
    }

    int offerings() {
        return copiedOfferings.size();
    }

    Path importedCourses() {
        return folder.resolve("courses.csv");
    }

    Path importedOfferings() {
        return folder.resolve("course_terms.csv");
    }

    Path copiedCourses() {
        return folder.resolve("copied-courses.csv");
    }

    Path copiedOfferings() {
        return folder.resolve("copied-course_terms.csv");
    }

    String courseColumns() {
        return "id, school_bulletin_prefix_code, suffix_two, subject_area_code, course_number, course_identifier,"
                + " course_name, course_description, last_mod_user_name, last_mod_date";
    }

    String offeringColumns() {
        return "id, term_identifier, audit_permitted_code, exam_credit_flag, last_mod_user_name, last_mod_date, course_id";
    }
}
