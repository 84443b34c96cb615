package dev.registrar.resource.reading;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.testing.Library;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

    private static Library library;

    @BeforeContainer
    static void start() throws Exception {
        library = Library.start();
    }

    @AfterContainer
    static void stop() {
        library.close();
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

    @Provide
    Arbitrary<ObjectNode> books() {
        return Combinators.combine(
                        texts(NAME_LENGTH).filter(name -> name.matches("(?s).*[!-~].*")),
                        codes(2),
                        codes(10),
                        texts(300),
                        dates())
                .as((name, suffix, subject, description, start) -> JSON.objectNode()
                        .put("title", name)
                        .put("language_code", suffix)
                        .put("subject_code", subject)
                        .put("summary", description)
                        .set("available_from", start));
    }

    @Property(tries = 150)
    void a_book_is_read_back_as_it_was_written(@ForAll("books") ObjectNode attributes) {
        attributes.put("isbn", unique("BACK"));
        var document = JSON.objectNode();
        document.putObject("data").put("type", "books").set("attributes", attributes);
        var created = library.admin().post("/v1/books/", document.toString()).expectStatus(201);
        var read = library.reader().get(created.header("Location")).expectStatus(200);
        attributes
                .fields()
                .forEachRemaining(attribute -> assertThat(read.at("/data/attributes/" + attribute.getKey()))
                        .isEqualTo(attribute.getValue()));

        var again = library.admin().patch(created.header("Location"), read.body());
        assertThat(again.expectStatus(200).at("/data")).isEqualTo(read.at("/data"));
    }

    @Property(tries = 150)
    void a_book_is_found_by_its_quoted_name_and_by_a_part_of_it(@ForAll("books") ObjectNode attributes) {
        var identifier = unique("FIND");
        attributes.put("isbn", identifier);
        var document = JSON.objectNode();
        document.putObject("data").put("type", "books").set("attributes", attributes);
        library.admin().post("/v1/books/", document.toString()).expectStatus(201);
        var quoted = encoded('"' + attributes.get("title").asText().replace("\"", "\"\"") + '"');
        for (var operator : List.of("", ".iexact", ".contains", ".icontains", ".startswith")) {
            library.reader()
                    .get("/v1/books/?filter[isbn]=%s&filter[title%s]=%s".formatted(identifier, operator, quoted))
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "1");
        }
    }

    /** Combines parts of valid names and values: nearly valid queries find more errors than random ones. */
    @Provide
    Arbitrary<List<Map.Entry<String, String>>> queries() {
        var parts = Arbitraries.of(
                "filter[",
                "sort",
                "page[",
                "fields[",
                "include",
                "]",
                ".",
                "title",
                "copies",
                "books",
                "number",
                "size",
                "after",
                "before",
                "id",
                "search",
                "isnull",
                "gte",
                "available_from");
        var names = Arbitraries.oneOf(
                parts.list().ofMaxSize(6).map(list -> String.join("", list)),
                texts(8),
                Combinators.combine(parts, longTexts(), parts).as((first, text, last) -> first + text + last));
        var values = Arbitraries.oneOf(
                texts(20),
                longTexts(),
                Arbitraries.of("1", "0", "-title", "true", "2024-02-30", "copies.book", "\"a,b\"", "W10"));
        return Combinators.combine(names, values)
                .as(Map::entry)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    /** Texts of characters that are long in JSON. */
    private static Arbitrary<String> longTexts() {
        return Arbitraries.of("\u0001", "\"", "\uD83C\uDF93", "a.", "b,")
                .flatMap(text -> Arbitraries.integers().between(1, 3_000).map(text::repeat));
    }

    @Property(tries = 600)
    void any_query_gets_a_document_or_a_bounded_number_of_errors_that_name_its_parameters(
            @ForAll("queries") List<Map.Entry<String, String>> query) {
        var response = library.reader()
                .get("/v1/books/?"
                        + query.stream()
                                .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
                                .collect(Collectors.joining("&")));
        assertThat(response.status()).isIn(200, 400, 404, 414);
        if (response.status() == 200) {
            response.at("/data");
            return;
        }
        assertThat(response.body()).hasSizeLessThan(65_536);
        assertThat(response.errors())
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(error ->
                        assertThat(query).anyMatch(parameter -> isNamed(parameter.getKey(), error.path("source"))));
    }

    private static boolean isNamed(String parameter, JsonNode source) {
        return parameter.startsWith(source.path("parameter").asText().replaceFirst("\u2026$", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
