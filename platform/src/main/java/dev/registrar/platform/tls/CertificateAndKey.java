package dev.registrar.platform.tls;

import dev.registrar.platform.settings.PemFile;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedKeyManager;

/** A certificate with its chain, and its private key. */
public final class CertificateAndKey {
    private static final byte[] SAMPLE = {1, 2, 3};

    private final PemFile certificate;
    private final PemFile key;
    private final PemKeyCertOptions content;
    private final X509ExtendedKeyManager manager;
    private final String alias;

    private CertificateAndKey(PemFile certificate, PemFile key) {
        this.certificate = certificate;
        this.key = key;
        content = new PemKeyCertOptions()
                .setCertValue(certificate.readCertificates().getCertValues().get(0))
                .setKeyValue(key.read());
        manager = keyManager();
        alias = Stream.of("RSA", "EC")
                .map(algorithm -> manager.getServerAliases(algorithm, null))
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .findFirst()
                .orElseThrow(() -> certificate.wrong("is neither for RSA nor for EC"));
        requireBelongTogether();
    }

    /**
     * Reads the files that {@code tls-certificate} and {@code tls-key} of a section of the configuration name, and
     * checks that the certificate is valid now and verifies what the key signs. Otherwise, the message names the
     * setting and the file. Blocks.
     */
    public static CertificateAndKey read(String section, String certificate, String key) {
        var pair = new CertificateAndKey(
                new PemFile(section + ".tls-certificate", certificate), new PemFile(section + ".tls-key", key));
        pair.requireValidAt(Instant.now());
        return pair;
    }

    /** Like {@link #read}, at any time; returns this pair itself if the files have not changed. */
    CertificateAndKey readAgain() {
        var found = new CertificateAndKey(certificate, key);
        return found.content.equals(content) ? this : found;
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
        return key.wrong(objection.formatted(certificate.path(), certificate.setting()), cause);
    }

    private static boolean verifies(PublicKey publicKey, PrivateKey privateKey) {
        try {
            var signature =
                    Signature.getInstance(privateKey.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(privateKey);
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
     * Fails, naming the setting and the file, if the certificate or one of its chain has expired or is not valid yet.
     */
    void requireValidAt(Instant now) {
        for (var link : chain()) {
            var start = link.getNotBefore().toInstant();
            var end = link.getNotAfter().toInstant();
            if (now.isBefore(start)) {
                throw certificate.wrong("is not valid before " + start);
            }
            if (now.isAfter(end)) {
                throw certificate.wrong("was valid until " + end);
            }
        }
    }

    /**
     * Fails, naming both settings and files, unless a node that trusts only an authority accepts this certificate as
     * a server's and as a client's.
     */
    public void requireTrustedBy(PemFile authority) {
        var trust = authority.trustManager();
        try {
            trust.checkServerTrusted(chain(), "UNKNOWN");
            trust.checkClientTrusted(chain(), "UNKNOWN");
        } catch (CertificateException e) {
            throw certificate.wrong(
                    "is not accepted under the authority %s (%s): %s"
                            .formatted(authority.path(), authority.setting(), reasonOf(e)),
                    e);
        }
    }

    /** The innermost message: the others repeat it after the names of classes of the JDK. */
    private static String reasonOf(Throwable failure) {
        return failure.getCause() == null ? failure.getMessage() : reasonOf(failure.getCause());
    }

    /** Names the file and the end of its validity. */
    @Override
    public String toString() {
        return "%s, valid until %s,"
                .formatted(certificate.path(), chain()[0].getNotAfter().toInstant());
    }

    private X509Certificate[] chain() {
        return manager.getCertificateChain(alias);
    }

    X509ExtendedKeyManager manager() {
        return manager;
    }
}
