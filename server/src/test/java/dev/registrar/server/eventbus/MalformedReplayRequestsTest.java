package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.RawMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request to replay events that violates the event-bus contract is rejected with an error for each mistake. */
@ExtendWith(ServiceExtension.class)
class MalformedReplayRequestsTest {
    @Test
    void a_replay_request_with_an_unknown_version_is_rejected(Service service) {
        BusMessage.to(service, "registrar.events.course", new JsonObject())
                .withHeader("version", "3")
                .expectErrorsAt(400, "header version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"after": "the last one"}         | pointer /after
            {"after": "-1"}                   | pointer /after
            {"after": " 1"}                   | pointer /after
            {"after": ""}                     | pointer /after
            {"after": "99999999999999999999"} | pointer /after
            {"after": 4711}                   | pointer /after
            {"after": null}                   | pointer /after
            {"limit": 0}                      | pointer /limit
            {"limit": 101}                    | pointer /limit
            {"limit": 1.5}                    | pointer /limit
            {"limit": 4294967297}             | pointer /limit
            {"limit": "many"}                 | pointer /limit
            {"limit": null}                   | pointer /limit
            {"after": "Latest"}               | pointer /after
            {"types": "courses"}              | pointer /types
            {"types": []}                     | pointer /types
            {"types": null}                   | pointer /types
            {"types": ["courses", 1]}         | pointer /types
            {"types": [""]}                   | pointer /types/0
            {"types": ["courses", "course"]}  | pointer /types/1
            {"types": ["*"], "after": "latest"} | pointer /types/0
            {"from": "1"}                     | pointer /from
            """)
    void the_error_of_a_malformed_replay_request_names_the_member(String request, String place, Service service) {
        BusMessage.to(service, "registrar.events.course", new JsonObject(request))
                .expectErrorsAt(400, place);
    }

    private static RawMessage replayOf(Service service, int types) {
        var request = new JsonObject().put("types", new JsonArray(Collections.nCopies(types, "courses")));
        return BusMessage.to(service, "registrar.events.course", request.put("limit", 1));
    }

    @Test
    void a_replay_of_more_types_than_http_allows_is_rejected(Service service) {
        assertThat(replayOf(service, 100).<JsonObject>reply().body().containsKey("events"))
                .isTrue();
        replayOf(service, 101).expectErrorsAt(400, "pointer /types");
    }
}
