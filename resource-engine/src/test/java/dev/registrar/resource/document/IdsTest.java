package dev.registrar.resource.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class IdsTest {

    @Property
    void every_uuid_is_read_in_upper_and_lower_case(@ForAll long high, @ForAll long low) {
        var id = new UUID(high, low);
        assertThat(Ids.parse(id.toString())).contains(id);
        assertThat(Ids.parse(id.toString().toUpperCase(Locale.ROOT))).contains(id);
    }

    @Example
    void a_uuid_that_only_java_accepts_is_rejected() {
        assertThat(Ids.parse("1-1-1-1-1")).isEmpty();
        assertThat(Ids.parse("0c5b3df5-f147-45e4-b8a4-904fb8aa18a")).isEmpty();
        assertThat(Ids.parse("0c5b3df5f-147-45e4-b8a4-904fb8aa18a2")).isEmpty();
    }
}
