package dev.registrar.resource.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.buffer.Buffer;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class JsonTest {

    @Property
    void text_is_read_back_as_it_was_written(@ForAll String text) {
        Assume.that(UnicodeText.isStorable(text));
        assertThat(Json.read(Json.write(out -> out.writeString(text)))).isEqualTo(TextNode.valueOf(text));
    }

    @Property
    void any_bytes_are_json_or_refused(@ForAll byte[] bytes) {
        try {
            assertThat(Json.read(Buffer.buffer(bytes))).isNotNull();
        } catch (JsonApiException refused) {
            assertThat(refused.status()).isEqualTo(400);
        }
    }

    @Example
    void a_fault_is_told_with_its_line_and_column() {
        assertThatThrownBy(() -> Json.read(Buffer.buffer("{\"a\": 1,\n \"a\": 2}")))
                .isInstanceOf(JsonApiException.class)
                .hasMessageContaining("Line 2, column")
                .hasMessageContaining("Duplicate");
    }

    @Example
    void a_number_too_large_for_a_double_stays_a_number() {
        assertThat(Json.read(Buffer.buffer("1e400")).isNumber()).isTrue();
    }
}
