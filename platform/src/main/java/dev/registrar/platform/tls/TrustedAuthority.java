package dev.registrar.platform.tls;

import dev.registrar.platform.settings.PemFile;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.impl.KeyStoreHelper;
import java.security.cert.CertificateException;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The only authority whose certificates are trusted. */
public final class TrustedAuthority {
    private final PemFile file;
    private final PemTrustOptions certificates;

    private TrustedAuthority(PemFile file, PemTrustOptions certificates) {
        this.file = file;
        this.certificates = certificates;
    }

    /**
     * Reads its file. Blocks.
     *
     * @throws IllegalArgumentException naming the setting and the file, if it contains no certificate
     */
    public static TrustedAuthority read(PemFile file) {
        return new TrustedAuthority(file, file.readCertificates());
    }

    /**
     * Checks that a node that trusts only this authority accepts a certificate as a server's and as a client's.
     *
     * @throws IllegalArgumentException naming both settings and files, if it does not
     */
    public void requireTrusts(CertificateAndKey pair) {
        var chain = pair.chain();
        try {
            var trust = trustManager();
            trust.checkServerTrusted(chain, "UNKNOWN");
            trust.checkClientTrusted(chain, "UNKNOWN");
        } catch (CertificateException e) {
            throw pair.files()
                    .certificate()
                    .wrong(
                            "is not accepted under the authority %s (%s): %s"
                                    .formatted(file.path(), file.setting(), reasonOf(e)),
                            e);
        }
    }

    /** The innermost message: the others repeat it after the names of classes of the JDK. */
    private static String reasonOf(Throwable failure) {
        return failure.getCause() == null ? failure.getMessage() : reasonOf(failure.getCause());
    }

    private X509TrustManager trustManager() throws CertificateException {
        try {
            // PemTrustOptions makes the same check, but only with a Vertx instance.
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(KeyStoreHelper.loadCA(certificates.getCertValues().stream()));
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (Exception e) {
            throw new CertificateException(e);
        }
    }

    /** The authority as options for Vert.x. */
    public PemTrustOptions options() {
        return certificates;
    }
}
