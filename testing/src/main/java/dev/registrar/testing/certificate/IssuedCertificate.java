package dev.registrar.testing.certificate;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for 127.0.0.1 with its key. */
public final class IssuedCertificate {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final CertifiedKey certified;
    private final TrustManager[] trustManagers;

    private IssuedCertificate(CertifiedKey certified) {
        this.certified = certified;
        trustManagers = trustManagers(certified.certificate());
    }

    public static IssuedCertificate issue(String name) {
        return issue("EC", name, Validity.NOW);
    }

    public static IssuedCertificate issue(String name, Validity validity) {
        return issue("EC", name, validity);
    }

    public static IssuedCertificate issueRsa(String name) {
        return issue("RSA", name, Validity.NOW);
    }

    private static IssuedCertificate issue(String algorithm, String name, Validity validity) {
        return new IssuedCertificate(CertifiedKey.selfSigned(algorithm, name, LOOPBACK, validity));
    }

    /** Returns the certificate in PEM format. */
    public String certificatePem() {
        return certified.certificatePem();
    }

    /** Returns the key in PEM format. */
    public String keyPem() {
        return certified.keyPem();
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
            trusted.setCertificateEntry("server", certificate);
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
