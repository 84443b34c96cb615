package dev.registrar.platform.tls;

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

/** A certificate with its chain, and its private key. */
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
                .orElseThrow(() -> files.certificate().wrong("is neither for RSA nor for EC"));
        requireBelongTogether();
    }

    /**
     * Reads the two files, and checks that the certificate is valid now and verifies what the key signs. Blocks.
     *
     * @throws IllegalArgumentException naming the setting and the file, if one cannot be read or used, or if they do
     *     not belong together
     */
    public static CertificateAndKey read(CertificateFiles files) {
        var pair = new CertificateAndKey(files, contentOf(files));
        pair.requireValidAt(Instant.now());
        return pair;
    }

    /** Like {@link #read}, at any time; returns this pair itself if the files have not changed. */
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
            // Needs no Vert.x, because the options contain values instead of files.
            return (X509ExtendedKeyManager) content.getKeyManagerFactory(null).getKeyManagers()[0];
        } catch (Exception e) {
            throw keyIs(
                    "cannot be used with %s (%s): it must be its private key (RSA or EC), in PEM format and not encrypted",
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
     * Checks the validity period of the certificate and of its chain.
     *
     * @throws IllegalArgumentException naming the setting and the file, if one has expired or is not valid yet
     */
    void requireValidAt(Instant now) {
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

    /** Names the file and the end of its validity. */
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

    /** The pair as options for Vert.x. */
    public PemKeyCertOptions options() {
        return content;
    }
}
