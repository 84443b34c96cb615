package dev.registrar.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedKeyManager;

/** A certificate with its chain, and its key: the two belong together. */
final class CertificateAndKey {
    private static final byte[] SAMPLE = {1, 2, 3};

    private final PemKeyCertOptions files;
    private final X509ExtendedKeyManager manager;
    private final List<X509Certificate> chain;

    private CertificateAndKey(PemKeyCertOptions files, X509ExtendedKeyManager manager, List<X509Certificate> chain) {
        this.files = files;
        this.manager = manager;
        this.chain = chain;
    }

    /**
     * Reads the two files and tries whether what the key signs is verified by the certificate.
     *
     * @return the pair; fails with an {@link IllegalArgumentException} when a file cannot be read, or they do not belong
     *     together
     */
    static Future<CertificateAndKey> load(Vertx vertx, HttpSettings settings) {
        return read(vertx, settings).compose(files -> vertx.executeBlocking(() -> of(files, vertx)));
    }

    /** As {@link #load}; this pair itself where the files hold what they held. */
    Future<CertificateAndKey> loadAgain(Vertx vertx, HttpSettings settings) {
        return read(vertx, settings)
                .compose(found -> found.equals(files)
                        ? Future.succeededFuture(this)
                        : vertx.executeBlocking(() -> of(found, vertx)));
    }

    private static Future<PemKeyCertOptions> read(Vertx vertx, HttpSettings settings) {
        return read(vertx, "http.tls-certificate", settings.tlsCertificate())
                .compose(certificate -> read(vertx, "http.tls-key", settings.tlsKey())
                        .map(key -> new PemKeyCertOptions()
                                .setCertValue(certificate)
                                .setKeyValue(key)));
    }

    private static Future<Buffer> read(Vertx vertx, String setting, String file) {
        return vertx.fileSystem()
                .readFile(file)
                .recover(failure -> Future.failedFuture(
                        new IllegalArgumentException("%s: %s cannot be read".formatted(setting, file))));
    }

    private static CertificateAndKey of(PemKeyCertOptions files, Vertx vertx) {
        var manager = keyManager(files, vertx);
        var alias = Stream.of("RSA", "EC")
                .map(algorithm -> manager.getServerAliases(algorithm, null))
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .findFirst()
                .orElseThrow(() -> noPair("the certificate is for neither RSA nor EC"));
        var chain = List.of(manager.getCertificateChain(alias));
        if (!verifies(chain.get(0).getPublicKey(), manager.getPrivateKey(alias))) {
            throw noPair("the key is another certificate's");
        }
        return new CertificateAndKey(files, manager, chain);
    }

    private static X509ExtendedKeyManager keyManager(PemKeyCertOptions files, Vertx vertx) {
        try {
            return (X509ExtendedKeyManager) files.getKeyManagerFactory(vertx).getKeyManagers()[0];
        } catch (Exception e) {
            throw noPair(e.getMessage());
        }
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

    private static IllegalArgumentException noPair(String reason) {
        return new IllegalArgumentException(
                "http.tls-certificate and http.tls-key must be PEM files with a certificate and its key: " + reason);
    }

    /**
     * Looks at the dates of the certificate and of those that have signed it.
     *
     * @throws IllegalArgumentException when one has expired, or is not valid yet
     */
    void requireValidAt(Instant now) {
        for (var certificate : chain) {
            var start = certificate.getNotBefore().toInstant();
            var end = certificate.getNotAfter().toInstant();
            if (now.isBefore(start)) {
                throw new IllegalArgumentException("http.tls-certificate is not valid before " + start);
            }
            if (now.isAfter(end)) {
                throw new IllegalArgumentException("http.tls-certificate was valid until " + end);
            }
        }
    }

    X509ExtendedKeyManager manager() {
        return manager;
    }
}
