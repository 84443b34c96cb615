package dev.registrar.gateway.sessions;

import static dev.registrar.gateway.testing.authentication.Sessions.SESSIONS;
import static dev.registrar.gateway.testing.authentication.Sessions.browser;
import static dev.registrar.gateway.testing.authentication.Sessions.open;
import static dev.registrar.gateway.testing.document.Documents.unique;

import com.hazelcast.config.Config;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.AsyncMap;
import io.vertx.spi.cluster.hazelcast.ConfigUtil;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A cluster that cannot provide the sessions for some time, such as while nodes leave it. */
class UnavailableSessionsTest {
    /** Of one node; until it has recovered, it provides no maps. */
    private static final class FailingCluster extends HazelcastClusterManager {
        private volatile boolean hasRecovered;

        FailingCluster() {
            super(alone());
        }

        private static Config alone() {
            var config = ConfigUtil.loadConfig()
                    .setClusterName(unique("alone-"))
                    .setProperty("hazelcast.logging.type", "slf4j");
            var network = config.getNetworkConfig();
            network.getJoin().getMulticastConfig().setEnabled(false);
            network.getJoin().getAutoDetectionConfig().setEnabled(false);
            network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
            return config;
        }

        @Override
        public <K, V> void getAsyncMap(String name, Promise<AsyncMap<K, V>> map) {
            if (hasRecovered) {
                super.getAsyncMap(name, map);
            } else {
                map.fail("The cluster has no safe member.");
            }
        }
    }

    @Test
    void sessions_can_be_opened_and_used_as_soon_as_the_cluster_provides_them_again() {
        var cluster = new FailingCluster();
        var vertx = Await.success(Vertx.builder().withClusterManager(cluster).buildClustered());
        try {
            var gateway = new GatewayVerticle();
            var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none");
            Await.success(vertx.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
            var anonymous = Client.of("http://127.0.0.1:" + gateway.port());
            var reader = anonymous.withCredentials("reader", "reader");
            reader.send("POST", SESSIONS, Optional.empty()).expectStatus(500);
            cluster.hasRecovered = true;
            browser(anonymous, open(reader)).get(SESSIONS).expectStatus(200);
        } finally {
            Await.success(vertx.close());
        }
    }
}
