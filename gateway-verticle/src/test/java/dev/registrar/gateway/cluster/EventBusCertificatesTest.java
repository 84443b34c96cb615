package dev.registrar.gateway.cluster;

import static dev.registrar.gateway.cluster.Probe.expectNotReached;
import static dev.registrar.gateway.cluster.Probe.expectReached;
import static dev.registrar.gateway.cluster.Probe.offer;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.CertificateAuthority;
import dev.registrar.gateway.testing.LocalCluster;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event bus with certificates: messages are taken from nodes that have one. */
class EventBusCertificatesTest {
    @TempDir
    private Path directory;

    @Test
    void with_certificates_only_nodes_that_have_one_of_the_authority_are_replied_to() {
        var authority = new CertificateAuthority(directory, "cluster");
        var others = new CertificateAuthority(directory, "others");
        try (var cluster = new LocalCluster()) {
            offer(Await.success(cluster.join(certified(authority, authority))));
            expectReached(Await.success(cluster.join(certified(authority, authority))));
            expectNotReached(Await.success(cluster.join(certified(others, authority))));
            expectNotReached(Await.success(cluster.join(new JsonObject())));
        }
    }

    private static JsonObject certified(CertificateAuthority issuer, CertificateAuthority trusted) {
        return new JsonObject()
                .put("tls-certificate", issuer.issueFor("node").toString())
                .put("tls-key", issuer.keyOf("node").toString())
                .put("tls-authority", trusted.certificate().toString());
    }
}
