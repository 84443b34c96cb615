package dev.registrar.resource.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;

class FilterValuesTest {

    @Property(tries = 300)
    void any_quoted_values_are_read_back(@ForAll @NotEmpty List<String> values) {
        var text = values.stream()
                .map(value -> '"' + value.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(","));
        assertThat(FilterValues.split(text)).contains(values);
    }

    @Property
    void any_text_is_a_list_or_is_rejected(@ForAll String text) {
        assertThat(FilterValues.split(text).map(List::isEmpty).orElse(false)).isFalse();
    }

    @Example
    void plain_values_are_split_at_commas() {
        assertThat(FilterValues.split("a,b c,,d\"e")).contains(List.of("a", "b c", "", "d\"e"));
    }

    @Example
    void a_quote_that_is_not_closed_or_is_followed_by_text_is_rejected() {
        assertThat(FilterValues.split("\"a")).isEmpty();
        assertThat(FilterValues.split("\"a\"b")).isEmpty();
    }
}
