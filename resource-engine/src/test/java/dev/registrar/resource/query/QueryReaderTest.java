package dev.registrar.resource.query;

import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class QueryReaderTest {
    private static final ResourceType BOOKS = ResourceType.named("books")
            .table("library.books")
            .attribute(text("title").filterable().searchable())
            .attribute(integer("pages").filterable())
            .attribute(date("published").nullable().filterable())
            .relationship(toOne("sequel", "books", "sequel_id"))
            .build();

    private static final ResourceTypes TYPES = ResourceTypes.of(BOOKS);

    /** Names that are almost right find more errors than random ones. */
    @Provide
    Arbitrary<String> names() {
        var parts = Arbitraries.of(
                "filter",
                "sort",
                "page",
                "fields",
                "include",
                "[",
                "]",
                ".",
                "title",
                "pages",
                "published",
                "sequel",
                "books",
                "number",
                "size",
                "id",
                "search",
                "isnull",
                "gte",
                "icontains");
        return Arbitraries.oneOf(
                parts.list().ofMaxSize(7).map(list -> String.join("", list)),
                Arbitraries.strings().ofMaxLength(20),
                Combinators.combine(parts, longTexts(), parts).as((first, text, last) -> first + text + last));
    }

    /** Texts of characters that are long in JSON. */
    private static Arbitrary<String> longTexts() {
        return Arbitraries.of("\u0001", "\"", "\uD83C\uDF93", "a.", "b,")
                .flatMap(text -> Arbitraries.integers().between(1, 3_000).map(text::repeat));
    }

    @Provide
    Arbitrary<String> values() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(30),
                longTexts(),
                Arbitraries.of("1", "-1", "title", "-title", "true", "2024-02-30", "sequel.sequel", "\"a,b\"", ","));
    }

    @Provide
    Arbitrary<Map<String, List<String>>> queries() {
        var parameter = Combinators.combine(
                        names(), values().list().ofMinSize(1).ofMaxSize(2))
                .as(Map::entry);
        return parameter.list().ofMaxSize(40).map(entries -> {
            Map<String, List<String>> query = new HashMap<>();
            entries.forEach(entry -> query.put(entry.getKey(), entry.getValue()));
            return query;
        });
    }

    @Property
    void any_query_is_read_or_gives_errors_that_name_its_parameters(
            @ForAll("queries") Map<String, List<String>> query) {
        try {
            var read = new QueryReader(TYPES, BOOKS).ofCollection(query);
            assertThat(read.page().size()).isBetween(1, Page.MAX_SIZE);
        } catch (JsonApiException rejected) {
            assertThat(rejected.status()).isEqualTo(400);
            assertThat(rejected.errors())
                    .doesNotHaveDuplicates()
                    .allSatisfy(error -> assertThat(query.keySet()).anyMatch(name -> isNamed(name, error)));
            assertThat(ErrorsDocument.of(rejected.errors(), "x".repeat(10_000)).length())
                    .isLessThan(65_536);
        }
    }

    /** To compare names of this length with each other takes gigabytes. */
    @Example
    void an_unknown_parameter_with_a_very_long_name_is_rejected() {
        expectError("filter[" + "x".repeat(60_000), ErrorCode.UNKNOWN_PARAMETER);
    }

    @Example
    void a_dot_after_a_field_needs_an_operator() {
        expectError("filter[title.]", ErrorCode.UNKNOWN_FILTER_OPERATOR);
    }

    private static void expectError(String parameter, ErrorCode code) {
        var reader = new QueryReader(TYPES, BOOKS);
        assertThatThrownBy(() -> reader.ofCollection(Map.of(parameter, List.of("x"))))
                .isInstanceOfSatisfying(
                        JsonApiException.class,
                        rejected -> assertThat(rejected.errors())
                                .extracting(JsonApiError::code)
                                .containsExactly(code));
    }

    private static boolean isNamed(String parameter, JsonApiError error) {
        return error.code() == ErrorCode.TOO_MANY_ERRORS
                || parameter.startsWith(error.source().value().replaceFirst("\u2026$", ""));
    }
}
