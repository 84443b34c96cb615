package dev.registrar.resource.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    record Example(String dogName, int legs, Duration longestWalk) {}

    enum Coat {
        @JsonProperty("short-haired")
        SHORT,
        @JsonProperty("long-haired")
        LONG
    }

    record Choice(Coat coat) {}

    @Test
    void keys_are_in_kebab_case() {
        assertThat(Settings.read(new JsonObject("""
                {"dog-name": "Rex", "legs": "4", "longest-walk": "2 h"}"""), Example.class))
                .isEqualTo(new Example("Rex", 4, Duration.ofHours(2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"curly", "LONG", ""})
    void what_a_choice_may_be_is_told(String value) {
        assertThatThrownBy(() -> Settings.read(new JsonObject().put("coat", value), Choice.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Configuration key \"coat\": it must be one of short-haired, long-haired");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"dog-name": "Rex", "legs": 4, "longest-walk": "2 h", "tail": 1} | tail
                    {"dog-name": "Rex", "legs": 4}                                   | longest-walk
                    {"dog-name": "Rex", "legs": "many", "longest-walk": "2 h"}       | legs
                    {"dog-name": "Rex", "legs": 4, "longest-walk": "two hours"}      | longest-walk
                    """)
    void an_unknown_missing_or_wrong_key_is_named(String json, String key) {
        assertThatThrownBy(() -> Settings.read(new JsonObject(json), Example.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key);
    }
}
