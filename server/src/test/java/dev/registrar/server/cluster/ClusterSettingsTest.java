package dev.registrar.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.cluster.ClusterSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Cluster;
import dev.registrar.testing.Await;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong setting in the cluster section stops the start with a message that names it. */
class ClusterSettingsTest {
    private static final String SECRET = "one that nobody guesses";

    private static void expectRejected(Map<String, String> settings, String reason) {
        Map<String, String> environment = new HashMap<>(Map.of("REGISTRAR_CLUSTER_SECRET", SECRET));
        environment.putAll(settings);
        var joined =
                Cluster.join(Configuration.load(environment, new Properties()).values(), Map.of(), new VertxOptions());
        Await.until("the node does not start", joined::failed);
        assertThat(joined.cause()).hasMessageContaining(reason).hasMessageNotContaining(SECRET);
    }

    @ParameterizedTest
    @CsvSource({
        "ADMISSION, all, cluster.admission must be one of handshake, network",
        "SECRET, too short, cluster.secret must have at least 16 characters",
        "HOST, '', cluster.host",
        "HOST, 192.0.2.1, cluster",
        "PORT, 0, cluster.port must be from 1 to 65535",
        "PORT, many, cluster.port must be a whole number",
        "EVENT_BUS_PORT, 65536, cluster.event-bus-port",
        "MEMBERS, '', cluster.members or cluster.members-dns",
        "MEMBERS, '10.0.0.1:5701, here and there', here and there",
        "MEMBERS, '127.0.0.1:5701, 127.0.0.1:99999', 127.0.0.1:99999",
        "MEMBERS, '10.0.0.1:0', 10.0.0.1:0",
        "MEMBERS, 'nodes.invalid, node.invalid', 'no name has an address: nodes.invalid, node.invalid'",
        "SILENCE_LIMIT, 1 s, cluster.silence-limit",
        "SILENCE_LIMIT, 2500 ms, cluster.silence-limit must be a number of seconds",
        "TLS_KEY, key.pem, cluster.tls-authority must all be set or all be blank",
    })
    void a_wrong_value_in_the_cluster_section_stops_the_start(String key, String value, String reason) {
        expectRejected(Map.of("REGISTRAR_CLUSTER_" + key, value), reason);
    }

    @Test
    void a_missing_certificate_file_of_the_cluster_stops_the_start() {
        expectRejected(
                Map.of(
                        "REGISTRAR_CLUSTER_TLS_CERTIFICATE", "no.pem",
                        "REGISTRAR_CLUSTER_TLS_KEY", "no.key",
                        "REGISTRAR_CLUSTER_TLS_AUTHORITY", "no-authority.pem"),
                "cluster.tls-certificate: no.pem cannot be read");
    }

    @Test
    void an_application_that_sets_only_the_secret_has_the_shipped_settings() {
        var shipped = Configuration.load(Map.of("REGISTRAR_CLUSTER_SECRET", SECRET), new Properties())
                .values();
        assertThat(ClusterSettings.of(new JsonObject().put("secret", SECRET)))
                .isEqualTo(Settings.read(shipped, "cluster", ClusterSettings.class));
    }
}
