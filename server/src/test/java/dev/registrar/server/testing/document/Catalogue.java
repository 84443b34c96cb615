package dev.registrar.server.testing.document;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.document.Documents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A catalogue to load: a real university's, if its files exist in {@code shared/data} beside the project, otherwise the
 * sample catalogue of the development service.
 *
 * @param courses all courses
 * @param offerings the offerings of one term
 */
public record Catalogue(String name, List<Course> courses, List<Offering> offerings) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TERM = "20243";
    private static final int SAMPLE_CLASS_SIZE = 25;

    /** A course with its subject, number and name. */
    public record Course(String subject, String number, String name) {
        public String identifier() {
            return subject + number;
        }

        public Document document() {
            return Documents.course(identifier(), name)
                    .attribute("subject_area_code", subject)
                    .attribute("course_number", number);
        }
    }

    /** The offering of a course in the term, with the number of people who took it. */
    public record Offering(String courseIdentifier, int enrolled) {
        public String termIdentifier() {
            return TERM + courseIdentifier;
        }

        public Document document(String courseId) {
            return Documents.term(termIdentifier(), courseId);
        }
    }

    /** One person in one course. */
    public record Enrollment(String uni, String courseIdentifier) {
        public Document document(String courseId) {
            return Documents.registration(uni, courseId);
        }
    }

    /** Returns the real catalogue if {@code shared/data} exists beside the project, otherwise the sample catalogue. */
    public static Catalogue find() throws IOException {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            var data = folder.resolve("shared/data");
            if (Files.isDirectory(data)) {
                return real(data);
            }
        }
        return sample();
    }

    /** Returns up to {@code most} enrollments, course by course, of people with generated names. */
    public List<Enrollment> enrollments(int most) {
        return offerings.stream()
                .flatMap(offering -> IntStream.range(0, offering.enrolled())
                        .mapToObj(number -> new Enrollment("student" + number, offering.courseIdentifier())))
                .limit(most)
                .toList();
    }

    /** Returns a catalogue with at most this many of the courses, spread over all subjects, and their offerings. */
    public Catalogue part(int most) {
        var step = (courses.size() + most - 1) / most;
        var part = IntStream.range(0, courses.size())
                .filter(index -> index % step == 0)
                .mapToObj(courses::get)
                .toList();
        var identifiers = part.stream().map(Course::identifier).collect(Collectors.toSet());
        var offered = offerings.stream()
                .filter(offering -> identifiers.contains(offering.courseIdentifier()))
                .toList();
        return new Catalogue(name, part, offered);
    }

    private static Catalogue real(Path data) throws IOException {
        var courses = rows(data.resolve("courses.csv")).stream()
                .map(row -> new Course(row.get(0), row.get(1), row.get(2)))
                .toList();
        var offerings = rows(data.resolve("course_terms.csv")).stream()
                .filter(row -> row.get(0).equals(TERM))
                .map(row -> new Offering(row.get(1) + row.get(2), Integer.parseInt(row.get(4))))
                .toList();
        return new Catalogue("the real catalogue", courses, offerings);
    }

    private static Catalogue sample() throws IOException {
        try (var file = Catalogue.class.getResourceAsStream("/sample-catalogue.json")) {
            List<Course> courses = new ArrayList<>();
            JSON.readTree(file)
                    .forEach(entry -> courses.add(new Course(
                            entry.at("/course/subject_area_code").asText(),
                            entry.at("/course/course_number").asText(),
                            entry.at("/course/course_name").asText())));
            var offerings = courses.stream()
                    .map(course -> new Offering(course.identifier(), SAMPLE_CLASS_SIZE))
                    .toList();
            return new Catalogue("the sample catalogue", courses, offerings);
        }
    }

    private static List<List<String>> rows(Path csv) throws IOException {
        return Files.readAllLines(csv, StandardCharsets.UTF_8).stream()
                .skip(1)
                .map(Catalogue::cells)
                .toList();
    }

    /** Splits a CSV line into its cells (RFC 4180); cells may be quoted. */
    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .map(cell -> cell.startsWith("\"")
                        ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"")
                        : cell)
                .toList();
    }
}
