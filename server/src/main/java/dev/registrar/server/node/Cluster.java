package dev.registrar.server.node;

import dev.registrar.cluster.ClusterSettings;
import dev.registrar.cluster.RegistrarCluster;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.PemFile;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.tls.CertificateAndKey;
import dev.registrar.server.tracing.Tracing;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** The cluster as a node finds it in its configuration. */
public final class Cluster {
    private final ClusterSettings settings;

    /** Reads the settings; fails with each key that is wrong. */
    public Cluster(JsonObject configuration) {
        settings = Settings.read(configuration, "cluster", ClusterSettings.class);
    }

    /**
     * Creates a Vert.x instance that is a node of the cluster; closing it leaves the cluster. All nodes should agree
     * on the shared settings, by key. Fails with the key if a setting is wrong, and with a {@link StartException} if
     * the node is not let into the cluster.
     */
    public static Future<Vertx> join(JsonObject configuration, Map<String, String> shared, VertxOptions options) {
        return Future.<Void>succeededFuture().compose(begun -> {
            var cluster = new Cluster(configuration);
            var unused = cluster.requireCertificate();
            return RegistrarCluster.joinAsNode(
                            cluster.settings,
                            shared,
                            TimeLimits.in(configuration).reply(),
                            options,
                            Tracing.tracer(configuration))
                    .onSuccess(vertx -> vertx.exceptionHandler(new UnhandledExceptions(vertx)))
                    .recover(failure -> Future.failedFuture(asStartException(failure)));
        });
    }

    private static Throwable asStartException(Throwable failure) {
        return failure instanceof IllegalStateException
                ? new StartException(StartFailure.CLUSTER, failure.getMessage(), failure)
                : failure;
    }

    /**
     * Checks from outside whether this node could join the others, and returns which of them are running. Fails with
     * each address that cannot be reached or does not belong to a node of the same cluster. Blocks.
     */
    public String requireReachable(Map<String, String> shared) {
        try {
            return RegistrarCluster.requireReachable(settings, shared);
        } catch (IllegalStateException e) {
            throw new StartException(StartFailure.CLUSTER, e.getMessage(), e);
        }
    }

    /**
     * Reads the files of the certificate and of the authority, and describes the certificate. Fails with the setting
     * and the file if one cannot be used. Blocks.
     */
    String requireCertificate() {
        if (settings.tlsCertificate().isBlank()) {
            return "none: messages are not encrypted";
        }
        CertificateAndKey.read("cluster", settings.tlsCertificate(), settings.tlsKey())
                .requireTrustedBy(new PemFile("cluster.tls-authority", settings.tlsAuthority()));
        return settings.tlsCertificate() + " can be used";
    }
}
