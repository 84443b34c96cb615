package dev.registrar.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.Immutable;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A kind of request that is measured. */
enum Shape {
    ITEM("item", (sample, number) -> Shape.COURSES + sample.course(number).id() + "/"),

    PAGE("page of 20 with count", (sample, number) -> Shape.COURSES),

    INCLUDE("page of 20 with include", (sample, number) -> Shape.COURSES + "?include=course_terms"),

    FILTER(
            "filter of three identifiers",
            (sample, number) -> Shape.COURSES
                    + "?filter%5Bcourse_identifier%5D="
                    + String.join(
                            "%2C",
                            sample.course(number).identifier(),
                            sample.course(number + 1).identifier(),
                            sample.course(number + 2).identifier())),

    CURSOR(
            "page after a cursor",
            (sample, number) -> Shape.COURSES
                    + "?page%5Bafter%5D="
                    + Shape.cursor(sample.course(number).id())),

    POST_COURSE(
            "POST course", (sample, number) -> Shape.COURSES, (sample, number) -> """
        {"data":{"type":"courses","attributes":{"school_bulletin_prefix_code":"C","suffix_two":"00",\
        "subject_area_code":"NEW","course_number":"1","course_identifier":"%s","course_name":"Logic",\
        "course_description":"Propositions, predicates and proofs, from Aristotle to incompleteness.",\
        "effective_start_date":"2026-01-01","effective_end_date":"2036-01-01"}}}\
        """.formatted(identifier(number))),

    POST_REGISTRATION("POST registration", (sample, number) -> "/v1/registrations/", (sample, number) ->
            """
            {"data":{"type":"registrations","attributes":{"uni":"%s","enrollment":"requested"},\
            "relationships":{"courses":{"data":{"type":"courses","id":"%s"}}}}}\
            """.formatted(identifier(number), sample.course(number).id()));

    private static final String COURSES = "/v1/courses/";

    /** As many different requests as fit into the memory of the generator, made before the measurement. */
    private static final int DIFFERENT_READS = 1_000;

    /** The numbers of resources that were created by this run; they are unique. */
    private static final AtomicInteger CREATED = new AtomicInteger();

    private final String title;
    private final Text path;
    private final Text body;

    Shape(String title, Text path) {
        this(title, path, (sample, number) -> "");
    }

    Shape(String title, Text path, Text body) {
        this.title = title;
        this.path = path;
        this.body = body;
    }

    /** A part of the request with this number. */
    @Immutable
    private interface Text {
        String of(Sample sample, int number);
    }

    String title() {
        return title;
    }

    boolean isWrite() {
        return name().startsWith("POST");
    }

    Set<Integer> expectedStatuses() {
        return Set.of(isWrite() ? 201 : 200);
    }

    /**
     * Returns requests, each different from the one before.
     *
     * @param login the headers that authenticate the caller
     */
    Supplier<byte[]> requests(Sample sample, String login) {
        if (isWrite()) {
            return () -> request(sample, login, CREATED.incrementAndGet());
        }
        var number = new AtomicInteger();
        var reads = IntStream.range(0, DIFFERENT_READS)
                .mapToObj(read -> request(sample, login, read))
                .toList();
        return () -> reads.get(Math.floorMod(number.getAndIncrement(), reads.size()));
    }

    /** Returns the request with this number. */
    byte[] request(Sample sample, String login, int number) {
        var document = body.of(sample, number);
        var head = """
            %s %s HTTP/1.1
            Host: registrar.example.edu
            Accept: application/vnd.api+json
            %s
            """.formatted(isWrite() ? "POST" : "GET", path.of(sample, number), login);
        var content = """
            Content-Type: application/vnd.api+json
            Content-Length: %s
            """.formatted(document.length());
        return ((head + (isWrite() ? content : "")).replace("\n", "\r\n") + "\r\n" + document).getBytes(UTF_8);
    }

    /** All have the same length. */
    private static String identifier(int number) {
        return String.format(Locale.ROOT, "NEW%08d", number);
    }

    private static String cursor(String id) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("[\"courses\",\"%s\"]".formatted(id).getBytes(UTF_8));
    }
}
