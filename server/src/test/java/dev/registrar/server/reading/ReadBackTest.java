package dev.registrar.server.reading;

import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random values are read back unchanged and can be found again; random queries get a document or errors. */
class ReadBackTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int NAME_LENGTH = 80;

    private static Service service;

    @BeforeContainer
    static void start() throws Exception {
        service = Service.start();
    }

    @AfterContainer
    static void stop() {
        service.close();
    }

    /** Returns any Unicode except U+0000, with many characters that are special in JSON, URLs, filters or SQL. */
    private static Arbitrary<String> texts(int maxLength) {
        var any = Arbitraries.integers()
                .between(1, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .map(Character::toString);
        var special = Arbitraries.of(
                "\"", ",", "\\", "%", "_", "'", "&", "+", "=", "#", "\u0085", "\u2028", "\uFFFF", "\u0301", " ", "\t");
        return Arbitraries.frequencyOf(Tuple.of(3, any), Tuple.of(2, special), Tuple.of(5, Arbitraries.of("a", "B")))
                .list()
                .ofMaxSize(maxLength)
                .map(characters -> String.join("", characters));
    }

    private static Arbitrary<String> codes(int maxLength) {
        return Arbitraries.of(
                        "a", "B", "\u00e9", "\uD83C\uDF93", "\"", ",", "\\", "%", "_", "'", "&", "+", "=", "#", " ")
                .list()
                .ofMaxSize(maxLength)
                .map(characters -> String.join("", characters).strip());
    }

    private static Arbitrary<JsonNode> dates() {
        return Arbitraries.longs()
                .between(
                        LocalDate.of(1, 1, 1).toEpochDay(),
                        LocalDate.of(9999, 12, 31).toEpochDay())
                .map(day -> (JsonNode) JSON.textNode(LocalDate.ofEpochDay(day).toString()))
                .injectNull(0.3)
                .map(date -> date == null ? JSON.nullNode() : date);
    }

    @Proves("Specification, courses")
    @Provide
    Arbitrary<ObjectNode> courses() {
        return Combinators.combine(
                        texts(NAME_LENGTH).filter(name -> name.matches("(?s).*[!-~].*")),
                        codes(2),
                        codes(10),
                        texts(300),
                        dates())
                .as((name, suffix, subject, description, start) -> JSON.objectNode()
                        .put("course_name", name)
                        .put("suffix_two", suffix)
                        .put("subject_area_code", subject)
                        .put("course_description", description)
                        .set("effective_start_date", start));
    }

    @Property(tries = 150)
    void a_course_is_read_back_as_it_was_written(@ForAll("courses") ObjectNode attributes) {
        attributes.put("course_identifier", unique("BACK"));
        var document = JSON.objectNode();
        document.putObject("data").put("type", "courses").set("attributes", attributes);
        var created = service.admin().post("/v1/courses/", document.toString()).expectStatus(201);
        var read = service.reader().get(created.header("Location")).expectStatus(200);
        attributes
                .fields()
                .forEachRemaining(attribute -> assertThat(read.at("/data/attributes/" + attribute.getKey()))
                        .isEqualTo(attribute.getValue()));

        var again = service.admin().patch(created.header("Location"), read.body());
        assertThat(again.expectStatus(200).at("/data")).isEqualTo(read.at("/data"));
    }

    @Property(tries = 150)
    void a_course_is_found_by_its_quoted_name_and_by_a_part_of_it(@ForAll("courses") ObjectNode attributes) {
        var identifier = unique("FIND");
        attributes.put("course_identifier", identifier);
        var document = JSON.objectNode();
        document.putObject("data").put("type", "courses").set("attributes", attributes);
        service.admin().post("/v1/courses/", document.toString()).expectStatus(201);
        var quoted = encoded('"' + attributes.get("course_name").asText().replace("\"", "\"\"") + '"');
        for (var operator : List.of("", ".iexact", ".contains", ".icontains", ".startswith")) {
            service.reader()
                    .get("/v1/courses/?filter[course_identifier]=%s&filter[course_name%s]=%s"
                            .formatted(identifier, operator, quoted))
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "1");
        }
    }

    /** Combines parts of valid names and values: nearly valid queries find more errors than random ones. */
    @Provide
    Arbitrary<String> queries() {
        var parts = Arbitraries.of(
                "filter[",
                "sort",
                "page[",
                "fields[",
                "include",
                "]",
                ".",
                "course_name",
                "course_terms",
                "courses",
                "number",
                "size",
                "after",
                "before",
                "id",
                "search",
                "isnull",
                "gte",
                "effective_start_date");
        var names = Arbitraries.oneOf(parts.list().ofMaxSize(4).map(list -> String.join("", list)), texts(8));
        var values = Arbitraries.oneOf(
                texts(20),
                Arbitraries.of(
                        "1", "0", "-course_name", "true", "2024-02-30", "course_terms.course", "\"a,b\"", "W10"));
        return Combinators.combine(names, values)
                .as((name, value) -> encoded(name) + "=" + encoded(value))
                .list()
                .ofMaxSize(4)
                .map(parameters -> String.join("&", parameters));
    }

    @Property(tries = 400)
    void any_query_gets_a_document_or_an_errors_document(@ForAll("queries") String query) {
        var response = service.reader().get("/v1/courses/?" + query);
        assertThat(response.status()).as(query).isIn(200, 400, 404);
        response.at(response.status() == 200 ? "/data" : "/errors");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
