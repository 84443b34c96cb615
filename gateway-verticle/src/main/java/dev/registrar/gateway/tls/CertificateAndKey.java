package dev.registrar.gateway.tls;

import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedKeyManager;

/** A certificate with its chain, and its key: the two belong together. */
public final class CertificateAndKey {
    private static final byte[] SAMPLE = {1, 2, 3};

    private final CertificateFiles files;
    private final PemKeyCertOptions content;
    private final X509ExtendedKeyManager manager;
    private final String alias;

    private CertificateAndKey(CertificateFiles files, PemKeyCertOptions content) {
        this.files = files;
        this.content = content;
        manager = keyManager();
        alias = Stream.of("RSA", "EC")
                .map(algorithm -> manager.getServerAliases(algorithm, null))
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .findFirst()
                .orElseThrow(() -> files.certificate().wrong("is for neither RSA nor EC"));
        requireBelongTogether();
    }

    /**
     * Reads the two files, on this thread, and tries whether what the key signs is verified by the certificate.
     *
     * @throws IllegalArgumentException naming the setting and the file, when one cannot be read or used, or they do not belong
     *     together
     */
    public static CertificateAndKey read(CertificateFiles files) {
        return new CertificateAndKey(files, contentOf(files));
    }

    /** As {@link #read}; this pair itself where the files contain what they contained. */
    CertificateAndKey readAgain() {
        var found = contentOf(files);
        return found.equals(content) ? this : new CertificateAndKey(files, found);
    }

    private static PemKeyCertOptions contentOf(CertificateFiles files) {
        var certificates = files.certificate().readCertificates().getCertValues();
        return new PemKeyCertOptions()
                .setCertValue(certificates.get(0))
                .setKeyValue(files.key().read());
    }

    private X509ExtendedKeyManager keyManager() {
        try {
            // Files would be read by a Vert.x; these are values.
            return (X509ExtendedKeyManager) content.getKeyManagerFactory(null).getKeyManagers()[0];
        } catch (Exception e) {
            throw keyIs(
                    "cannot be used with %s (%s): it must be its key, for RSA or EC, in PEM format and not encrypted",
                    e);
        }
    }

    private void requireBelongTogether() {
        if (!verifies(chain()[0].getPublicKey(), manager.getPrivateKey(alias))) {
            throw keyIs("is not the key of %s (%s)", null);
        }
    }

    private IllegalArgumentException keyIs(String objection, Exception cause) {
        var certificate = files.certificate();
        return files.key().wrong(objection.formatted(certificate.path(), certificate.setting()), cause);
    }

    private static boolean verifies(PublicKey publicKey, PrivateKey key) {
        try {
            var signature =
                    Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(key);
            signature.update(SAMPLE);
            var signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /**
     * Checks the dates of the certificate and of those that have signed it.
     *
     * @throws IllegalArgumentException naming the setting and the file, when one has expired or is not valid yet
     */
    public void requireValidAt(Instant now) {
        for (var link : chain()) {
            var start = link.getNotBefore().toInstant();
            var end = link.getNotAfter().toInstant();
            if (now.isBefore(start)) {
                throw files.certificate().wrong("is not valid before " + start);
            }
            if (now.isAfter(end)) {
                throw files.certificate().wrong("was valid until " + end);
            }
        }
    }

    /** Names the file, and tells until when it can be used. */
    @Override
    public String toString() {
        return "%s, valid until %s,"
                .formatted(files.certificate().path(), chain()[0].getNotAfter().toInstant());
    }

    CertificateFiles files() {
        return files;
    }

    X509Certificate[] chain() {
        return manager.getCertificateChain(alias);
    }

    X509ExtendedKeyManager manager() {
        return manager;
    }

    /** The pair as Vert.x takes it. */
    public PemKeyCertOptions options() {
        return content;
    }
}
