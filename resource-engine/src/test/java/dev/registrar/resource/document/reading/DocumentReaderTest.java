package dev.registrar.resource.document.reading;

import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class DocumentReaderTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final ResourceType BOOKS = ResourceType.named("books")
            .table("library.books")
            .attribute(text("title").required().upTo(10))
            .attribute(integer("pages").atLeast(1))
            .attribute(bool("lent"))
            .attribute(date("published").nullable())
            .relationship(toOne("sequel", "books", "sequel_id"))
            .relationship(toMany("reviews", "reviews", "book_id"))
            .build();

    private static final List<String> MEMBERS = List.of(
            "data",
            "type",
            "id",
            "attributes",
            "relationships",
            "title",
            "pages",
            "lent",
            "published",
            "sequel",
            "reviews",
            "meta",
            "x/y~z",
            "\u0001".repeat(40_000));

    /** JSON with the members of documents, in right and wrong places. */
    @Provide
    Arbitrary<JsonNode> documents() {
        return nodes(4).map(node -> JSON.objectNode().set("data", node));
    }

    private static Arbitrary<JsonNode> nodes(int depth) {
        Arbitrary<JsonNode> scalars = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(12).map(JSON::textNode),
                Arbitraries.of("books", "reviews", "2024-02-30", "2024-02-29", "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2")
                        .map(JSON::textNode),
                Arbitraries.integers().map(JSON::numberNode),
                Arbitraries.of(JSON.nullNode(), JSON.booleanNode(true)));
        if (depth == 0) {
            return scalars;
        }
        Arbitrary<JsonNode> objects = Arbitraries.maps(Arbitraries.of(MEMBERS), nodes(depth - 1))
                .ofMaxSize(6)
                .map(members -> JSON.objectNode().setAll(members));
        Arbitrary<JsonNode> arrays = nodes(depth - 1)
                .list()
                .ofMaxSize(3)
                .map(elements -> JSON.arrayNode().addAll(elements));
        return Arbitraries.frequencyOf(Tuple.of(5, objects), Tuple.of(1, arrays), Tuple.of(2, scalars));
    }

    @Property(tries = 300)
    void any_document_gives_a_draft_or_errors_with_pointers(@ForAll("documents") JsonNode document) {
        try {
            var draft = new DocumentReader(BOOKS).ofNew(Optional.of(document));
            assertThat(draft.attributes()).containsOnlyKeys(BOOKS.attributes());
        } catch (JsonApiException rejected) {
            assertThat(rejected.errors()).isNotEmpty().allSatisfy(error -> {
                assertThat(error.code().status()).isBetween(400, 499);
                assertThat(error.source().member()).isEqualTo("pointer");
            });
            assertThat(ErrorsDocument.of(rejected.errors(), "request").length()).isLessThan(65_536);
        }
    }
}
