package dev.registrar.gateway.testing.certificate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for 127.0.0.1 with its key. */
public final class IssuedCertificate {
    private static final String ALIAS = "server";

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final TrustManager[] trustManagers;

    private IssuedCertificate(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
        trustManagers = trustManagers(certificate);
    }

    public static IssuedCertificate issue(String name) {
        return issue(name, "-keyalg", "EC");
    }

    /** Issues a certificate with these options of keytool, such as {@code -keyalg EC} or {@code -validity 1}. */
    public static IssuedCertificate issue(String name, String... options) {
        try {
            var keys = new Keytool(Files.createTempDirectory("keys").resolve(name + ".jks"));
            var always = Stream.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1");
            keys.generate(ALIAS, Stream.concat(always, Stream.of(options)).toList());
            return new IssuedCertificate(keys.certificate(ALIAS), keys.key(ALIAS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the certificate in PEM format. */
    public String certificatePem() {
        return Keytool.pem(certificate);
    }

    /** Returns the key in PEM format. */
    public String keyPem() {
        return Keytool.pem(key);
    }

    /** Returns a new TLS context, without cached sessions, for a client that trusts only this certificate. */
    public SSLContext trustingContext() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, trustManagers, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static TrustManager[] trustManagers(X509Certificate certificate) {
        try {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, certificate);
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
