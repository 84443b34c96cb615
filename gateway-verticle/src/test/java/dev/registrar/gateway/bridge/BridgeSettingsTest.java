package dev.registrar.gateway.bridge;

import static dev.registrar.gateway.testing.connection.BridgeClients.sha256;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.RequiredSettings;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.resource.settings.InvalidSettingsException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of the TCP bridge and of its clients, which a start and {@code --check} validate. */
class BridgeSettingsTest {
    private static final String TOKEN = "token-sha256: '%s'".formatted(sha256("a token"));
    private static final String REQUESTS = "requests: { courses: [list] }";

    private static void require(Map<String, String> environment) {
        Map<String, String> variables =
                new HashMap<>(Map.of("REGISTRAR_DATABASE_URI", "postgresql://user@127.0.0.1/registrar"));
        variables.putAll(environment);
        RequiredSettings.requireIn(Configuration.load(variables, new Properties()), Roles.ALL, false);
    }

    private static List<String> errors(Map<String, String> environment) {
        return catchThrowableOfType(InvalidSettingsException.class, () -> require(environment))
                .errors();
    }

    private static List<String> errors(String clients) {
        return errors(Map.of("REGISTRAR_BRIDGE_CLIENTS", clients));
    }

    @Test
    void complete_clients_are_valid() {
        var other = "token-sha256: '%s'".formatted(sha256("another token"));
        assertThatCode(() -> require(Map.of(
                        "REGISTRAR_BRIDGE_CLIENTS",
                        "[{ name: portal, %s, scopes: [read], unbound: true, follow-events: true, %s }, { name: student, %s, scopes: [read], uni: ab1234, %s }]"
                                .formatted(TOKEN, REQUESTS, other, REQUESTS))))
                .doesNotThrowAnyException();
    }

    @Test
    void a_type_may_be_that_of_another_verticle() {
        assertThatCode(() -> require(Map.of(
                        "REGISTRAR_VERTICLES_DEPLOY",
                        "[{ name: org.example.Rooms }]",
                        "REGISTRAR_BRIDGE_CLIENTS",
                        "[{ name: portal, %s, scopes: [read], unbound: true, requests: { rooms: [list] } }]"
                                .formatted(TOKEN))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unbound: true, REQUESTS                                            | token-sha256 must be a text
            token-sha256: secret, unbound: true, REQUESTS                      | must have a token-sha256
            TOKEN, REQUESTS                                                    | must have either uni
            TOKEN, unbound: true, uni: ab1234, REQUESTS                        | must have either uni
            TOKEN, uni: al\u01311, REQUESTS                                        | must have as uni an identifier
            TOKEN, uni: 'ab1234 ', REQUESTS                                    | must have as uni an identifier
            TOKEN, unbound: true                                               | may do nothing
            TOKEN, unbound: true, requests: { courses: [steal] }               | from list, get, create
            TOKEN, unbound: true, requests: { courses: list }                  | from list, get, create
            TOKEN, unbound: true, requests: { courses: [] }                    | from list, get, create
            TOKEN, unbound: true, scopes: [read], requests: { course: [list] } | has requests for the type course, which does not exist; did you mean courses?
            TOKEN, unbound: true, requests: { courses.reserved: [list] }       | by resource type
            TOKEN, unbound: true, requests: { enrollment: [list] }             | by resource type
            TOKEN, unbound: true, requests: { events: [list] }                 | by resource type
            TOKEN, unbound: true, scopes: [fly], REQUESTS                      | must have scopes from the list
            TOKEN, uni: ab1234, scopes: [read], follow-events: true            | must be unbound
            TOKEN, uni: ab1234, decide-enrollments: true                       | must be unbound
            TOKEN, unbound: true, follow-events: true                          | must have the scope read to follow events
            TOKEN, unbound: true, REQUESTS                                     | must have the scope read to request list of courses
            TOKEN, unbound: true, scopes: [read], requests: { courses: [list, linkage-add] } | must have the scope update to request linkage-add of courses
            TOKEN, unbound: true, scopes: [read], requests: { audit_events: [list] } | must have the scope administrative to request list of audit_events
            """)
    void a_client_whose_settings_are_wrong_is_named_with_the_rule(String settings, String rule) {
        var client = settings.replace("REQUESTS", REQUESTS).replace("TOKEN", TOKEN);
        assertThat(errors("[{ name: portal, %s }]".formatted(client)))
                .anyMatch(error -> error.contains("portal\" " + rule) || error.contains(rule))
                .noneMatch(error -> error.contains("secret"));
    }

    @Test
    void an_entry_that_is_empty_is_named_together_with_all_other_errors() {
        assertThat(errors("[{ name: portal, %s, unbound: true, scopes: [read], %s }, null, 7]"
                        .formatted(TOKEN, REQUESTS)))
                .containsExactly(
                        "bridge.clients[1] must be a section of keys", "bridge.clients[2] must be a section of keys");
    }

    @Test
    void a_key_that_no_client_has_is_named_together_with_all_other_errors() {
        assertThat(errors("[{ name: portal, %s, unbound: true, actions: [list] }]".formatted(TOKEN)))
                .anyMatch(error -> error.contains("\"bridge.clients[portal].actions\""))
                .anyMatch(error -> error.contains("may do nothing"));
    }

    @Test
    void the_place_of_an_error_is_the_name_of_the_client_unless_another_one_has_it_or_there_is_none() {
        assertThat(errors("[{ name: portal, unbound: maybe }, { unbound: maybe }]"))
                .contains("bridge.clients[portal].unbound must be true or false, not \"maybe\"")
                .contains("bridge.clients[1].unbound must be true or false, not \"maybe\"");
        assertThat(errors("[{ name: portal, unbound: maybe }, { name: portal }, { name: '7', unbound: maybe }]"))
                .contains("bridge.clients[0].unbound must be true or false, not \"maybe\"")
                .contains("bridge.clients[2].unbound must be true or false, not \"maybe\"");
    }

    @Test
    void the_digest_of_an_empty_token_is_rejected() {
        assertThat(errors("[{ name: portal, token-sha256: '%s', unbound: true, %s }]".formatted(sha256(""), REQUESTS)))
                .anyMatch(error -> error.contains("an empty text"));
    }

    @Test
    void two_clients_do_not_have_the_same_name_or_token() {
        var client = "{ name: portal, %s, unbound: true, scopes: [read], %s }".formatted(TOKEN, REQUESTS);
        assertThat(errors("[%s, %s]".formatted(client, client)))
                .anyMatch(error -> error.contains("is named twice"))
                .anyMatch(error -> error.contains("the token of another client"));
    }

    @Test
    void tls_is_required_unless_the_address_is_a_loopback_address() {
        var client = "[{ name: portal, %s, unbound: true, scopes: [read], %s }]".formatted(TOKEN, REQUESTS);
        assertThat(errors(Map.of("REGISTRAR_BRIDGE_CLIENTS", client, "REGISTRAR_BRIDGE_HOST", "0.0.0.0")))
                .anyMatch(error -> error.startsWith("bridge.tls-certificate and bridge.tls-key must be set unless"));
        assertThat(errors(Map.of("REGISTRAR_BRIDGE_CLIENTS", client, "REGISTRAR_BRIDGE_HOST", "127.example.edu")))
                .anyMatch(error -> error.startsWith("bridge.tls-certificate and bridge.tls-key must be set unless"));
    }

    @Test
    void the_bridge_and_the_gateway_do_not_share_a_port() {
        var client = "[{ name: portal, %s, unbound: true, scopes: [read], %s }]".formatted(TOKEN, REQUESTS);
        assertThat(errors(Map.of("REGISTRAR_BRIDGE_CLIENTS", client, "REGISTRAR_BRIDGE_PORT", "8080")))
                .containsExactly("http.port and bridge.port must be different; both are 8080");
        assertThatCode(() -> require(Map.of("REGISTRAR_BRIDGE_PORT", "8080"))).doesNotThrowAnyException();
    }
}
