package dev.registrar.server.cluster;

import static dev.registrar.server.cluster.Probe.expectReached;
import static dev.registrar.server.cluster.Probe.register;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.certificate.CertificateAuthority;
import dev.registrar.testing.certificate.Validity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS on the event bus: messages are accepted only from nodes with a trusted certificate. */
class EventBusCertificatesTest {
    @TempDir
    private Path directory;

    @Test
    void only_nodes_with_a_certificate_of_the_trusted_authority_can_start_and_get_replies() {
        var authority = new CertificateAuthority(directory, "cluster");
        var others = new CertificateAuthority(directory, "others");
        try (var cluster = new LocalCluster()) {
            register(Await.success(cluster.join(certified(authority, authority))));
            expectReached(Await.success(cluster.join(certified(authority, authority))));
            expectNotStarted(
                    cluster.join(certified(others, others)), "requests to the event bus of other nodes get no reply");
            expectNotStarted(
                    cluster.join(new JsonObject()), "is encrypted, that of the node at 127.0.0.1", "tls-certificate");
        }
    }

    private static void expectNotStarted(Future<Vertx> joined, String... reasons) {
        Await.until("the start fails", joined::failed);
        assertThat(joined.cause()).hasMessageContainingAll(reasons);
    }

    @Test
    void a_certificate_that_the_configured_authority_did_not_issue_stops_the_start() {
        var authority = new CertificateAuthority(directory, "cluster");
        var others = new CertificateAuthority(directory, "others");
        expectNoStart(
                certified(others, authority),
                "cluster.tls-certificate: %s is not accepted under the authority %s (cluster.tls-authority)"
                        .formatted(others.issueFor("node"), authority.certificate()));
    }

    @Test
    void a_key_that_does_not_belong_to_the_certificate_stops_the_start() {
        var authority = new CertificateAuthority(directory, "cluster");
        var other = authority.issueFor("other");
        expectNoStart(
                certified(authority, authority).put("tls-certificate", other.toString()),
                "cluster.tls-key: %s is not the key of %s (cluster.tls-certificate)"
                        .formatted(authority.keyOf("node"), other));
    }

    @Test
    void an_expired_certificate_stops_the_start() {
        var authority = new CertificateAuthority(directory, "cluster");
        var expired = authority.issueFor("old", Validity.EXPIRED);
        expectNoStart(
                certified(authority, authority)
                        .put("tls-certificate", expired.toString())
                        .put("tls-key", authority.keyOf("old").toString()),
                "cluster.tls-certificate: %s was valid until".formatted(expired));
    }

    @Test
    void an_authority_file_without_a_certificate_stops_the_start() {
        var authority = new CertificateAuthority(directory, "cluster");
        var settings = certified(authority, authority);
        var key = authority.keyOf("node");
        expectNoStart(
                settings.put("tls-authority", key.toString()),
                "cluster.tls-authority: %s contains no certificate in PEM format".formatted(key));
    }

    private static void expectNoStart(JsonObject settings, String reason) {
        try (var cluster = new LocalCluster()) {
            expectNotStarted(cluster.join(settings), reason);
        }
    }

    private static JsonObject certified(CertificateAuthority issuer, CertificateAuthority trusted) {
        return new JsonObject()
                .put("tls-certificate", issuer.issueFor("node").toString())
                .put("tls-key", issuer.keyOf("node").toString())
                .put("tls-authority", trusted.certificate().toString());
    }
}
