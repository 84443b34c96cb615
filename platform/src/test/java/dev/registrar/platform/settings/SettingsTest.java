package dev.registrar.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    record Example(String dogName, int legs, boolean tame, Duration longestWalk) {}

    enum Coat {
        @JsonProperty("short-haired")
        SHORT,
        @JsonProperty("long-haired")
        LONG
    }

    record Choice(Coat coat) {}

    record Pair(int least, int most) {
        Pair {
            var errors = new SettingsErrors();
            errors.require(least > 0, "pair.least must be at least 1");
            errors.require(most >= least, "pair.most must not be below pair.least");
            errors.throwIfAny();
        }
    }

    record Kennel(Pair dogs, boolean heated) {}

    private static final JsonObject DOG = new JsonObject("""
            {"dog-name": "Rex", "legs": "4", "tame": true, "longest-walk": "2 h"}""");

    private static JsonObject dog(JsonObject changed) {
        return new JsonObject().put("dog", DOG.copy().mergeIn(changed));
    }

    private static List<String> errorsIn(JsonObject config, String section, Class<? extends Record> type) {
        try {
            throw new AssertionError(Settings.read(config, section, type).toString());
        } catch (InvalidSettingsException e) {
            return e.errors();
        }
    }

    @Test
    void keys_are_in_kebab_case() {
        assertThat(Settings.read(dog(new JsonObject()), "dog", Example.class))
                .isEqualTo(new Example("Rex", 4, true, Duration.ofHours(2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"curly", "LONG", ""})
    void the_allowed_values_of_a_choice_are_listed(String value) {
        var config = new JsonObject().put("hair", new JsonObject().put("coat", value));
        assertThat(errorsIn(config, "hair", Choice.class))
                .containsExactly("hair.coat must be one of short-haired, long-haired, not \"%s\"".formatted(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"tail": 1}                   | There is no configuration key "dog.tail"
                    {"longest-walk": null}        | dog.longest-walk must be a duration such as 500 ms, 2 s, 5 min or 24 h
                    {"longest-walk": "two hours"} | dog.longest-walk must be a duration such as 500 ms, 2 s, 5 min or 24 h, not "two hours"
                    {"longest-walk": "900000 h"}  | dog.longest-walk must be a duration such as 500 ms, 2 s, 5 min or 24 h, not "900000 h"
                    {"longest-walk": ["2 h"]}     | dog.longest-walk must be a duration such as 500 ms, 2 s, 5 min or 24 h, not a list or a section
                    {"legs": "many"}              | dog.legs must be a whole number, not "many"
                    {"legs": "٤"}                 | dog.legs must be a whole number, not "٤"
                    {"legs": 3.5}                 | dog.legs must be a whole number, not "3.5"
                    {"tame": "rather"}            | dog.tame must be true or false, not "rather"
                    {"dog-name": {"s3cret": "x"}} | dog.dog-name must be a text, not a list or a section
                    """)
    void an_unknown_missing_or_wrong_key_is_named_as_a_whole(String changed, String error) {
        assertThat(errorsIn(dog(new JsonObject(changed)), "dog", Example.class)).containsExactly(error);
    }

    @Test
    void all_errors_are_reported_at_once() {
        assertThat(errorsIn(dog(new JsonObject("{\"legs\": \"many\", \"tame\": 7}")), "dog", Example.class))
                .hasSize(2);
        var pair = new JsonObject("{\"pair\": {\"least\": 0, \"most\": -1}}");
        assertThat(errorsIn(pair, "pair", Pair.class))
                .containsExactly("pair.least must be at least 1", "pair.most must not be below pair.least");
    }

    @Test
    void a_nested_record_has_its_keys_in_the_same_section() {
        var config = new JsonObject("{\"kennel\": {\"least\": 2, \"most\": 5, \"heated\": true}}");
        assertThat(Settings.read(config, "kennel", Kennel.class)).isEqualTo(new Kennel(new Pair(2, 5), true));
        var contradictory = new JsonObject("{\"kennel\": {\"least\": 0, \"most\": -1, \"heated\": true}}");
        assertThat(errorsIn(contradictory, "kennel", Kennel.class))
                .containsExactly("pair.least must be at least 1", "pair.most must not be below pair.least");
        var wrong = new JsonObject("{\"kennel\": {\"least\": \"few\", \"heated\": 3, \"size\": 1}}");
        assertThat(errorsIn(wrong, "kennel", Kennel.class))
                .containsExactly(
                        "kennel.least must be a whole number, not \"few\"",
                        "kennel.most must be a whole number",
                        "kennel.heated must be true or false, not \"3\"",
                        "There is no configuration key \"kennel.size\"");
    }
}
