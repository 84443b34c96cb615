package dev.registrar.resource.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonTest {

    @Property
    void text_is_read_back_as_it_was_written(@ForAll String text) {
        Assume.that(UnicodeText.isStorable(text));
        assertThat(Json.read(Json.write(out -> out.writeString(text)))).isEqualTo(TextNode.valueOf(text));
    }

    @Property
    void any_bytes_are_json_or_an_error(@ForAll byte[] bytes) {
        try {
            assertThat(Json.read(Buffer.buffer(bytes))).isNotNull();
        } catch (JsonApiException rejected) {
            assertThat(rejected.status()).isEqualTo(400);
        }
    }

    @Example
    void malformed_utf_8_is_an_error_but_not_the_character_that_replaces_it() {
        assertThat(Json.read(Buffer.buffer("\"\uFFFD\""))).isEqualTo(TextNode.valueOf("\uFFFD"));
        for (var malformed : List.of("C0AF", "EDA080", "E282", "FF")) {
            var text = Buffer.buffer("\"\uFFFD")
                    .appendBytes(HexFormat.of().parseHex(malformed))
                    .appendString("\"");
            assertThatThrownBy(() -> Json.read(text))
                    .isInstanceOf(JsonApiException.class)
                    .hasMessageContaining("not valid UTF-8");
        }
    }

    @Example
    void an_error_says_what_is_wrong_in_plain_words() {
        expectError("{\"a\": 1", "The text ends before the value is complete.");
        expectError("{\"a\": }", "Unexpected character \"}\".");
        expectError("{\"a\": '}'}", "Unexpected character \"'\".");
        expectError("{\"a\": yes}", "Unexpected text \"yes\".");
        expectError("{\"a\": 01}", "A number is malformed.");
        expectError("{\"a\": %s}".formatted("1".repeat(101)), "A number has more than 100 characters.");
        expectError("{\"a\": \"\n\"}", "A control character in a string must be escaped.");
        expectError("{\"a\": \"\\x\"}", "A backslash in a string is followed by a wrong character.");
        expectError("[".repeat(65), "The nesting is deeper than 64 levels.");
        expectError("{}{}", "Only one value is allowed.");
        expectError("{\"a\": 1,\n \"a\": 2}", "The member \"a\" occurs twice.");
    }

    @Example
    void an_error_names_the_column_in_which_an_unexpected_text_begins() {
        expectColumn("not json", 1);
        expectColumn("{\"data\":x}", 9);
        expectColumn("[1, nul]", 5);
        expectColumn("[1, ?]", 5);
    }

    private static void expectColumn(String text, int column) {
        assertThatThrownBy(() -> Json.read(Buffer.buffer(text)))
                .hasMessageStartingWith("Line 1, column %s: Unexpected".formatted(column));
    }

    private static void expectError(String text, String error) {
        assertThatThrownBy(() -> Json.read(Buffer.buffer(text)))
                .isInstanceOf(JsonApiException.class)
                .hasMessageMatching("Line \\d+, column \\d+: " + Pattern.quote(error));
    }

    @Example
    void an_error_does_not_mention_the_parser() {
        for (var malformed : List.of("{\"a\": NaN}", "{\"a\": +1}", "/* a comment */ {}")) {
            assertThatThrownBy(() -> Json.read(Buffer.buffer(malformed)))
                    .hasMessageContaining("Line 1, column")
                    .hasMessageNotContainingAny("Feature", "jackson", "`");
        }
    }

    @Property
    void a_number_is_read_back_as_it_was_written_or_is_an_error_with_its_place(@ForAll("numbers") String number) {
        try {
            var read = Json.read(Buffer.buffer(number));
            var again = Json.read(Json.write(out -> out.writeTree(read)));
            assertThat(again.decimalValue()).isEqualByComparingTo(new BigDecimal(number));
            assertThat(again.decimalValue().toPlainString()).hasSizeLessThan(1200);
        } catch (JsonApiException rejected) {
            assertThat(rejected.status()).isEqualTo(400);
            assertThat(rejected).hasMessageContaining("Line 1, column");
        }
    }

    @Provide
    Arbitrary<String> numbers() {
        var digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(120);
        var exponents = Arbitraries.bigIntegers().between(BigInteger.TEN.pow(30).negate(), BigInteger.TEN.pow(30));
        return Combinators.combine(digits, digits.optional(), exponents.optional())
                .as((whole, fraction, exponent) -> "-1" + whole
                        + fraction.map(some -> "." + some).orElse("")
                        + exponent.map(some -> "e" + some).orElse(""));
    }

    @Example
    void a_number_with_a_large_exponent_is_an_error_with_its_place() {
        assertThatThrownBy(() -> Json.read(Buffer.buffer("[1,\n 1e99999999999999]")))
                .isInstanceOf(JsonApiException.class)
                .hasMessageContaining("Line 2, column")
                .hasMessageContaining("1000");
    }

    @Example
    void a_document_has_no_more_tokens_than_are_allowed() {
        var most = Json.MAX_TOKENS - 2;
        assertThat(Json.readDocument(zeros(most))).hasSize(most);
        assertThatThrownBy(() -> Json.readDocument(zeros(most + 1)))
                .isInstanceOf(JsonApiException.class)
                .hasMessageContaining("more than 100000 names, values and brackets");
        assertThat(Json.read(zeros(3 * most))).hasSize(3 * most);
    }

    private static Buffer zeros(int count) {
        return Buffer.buffer("[0" + ",0".repeat(count - 1) + "]");
    }
}
