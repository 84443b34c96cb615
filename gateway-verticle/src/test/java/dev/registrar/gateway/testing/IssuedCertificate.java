package dev.registrar.gateway.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine, signed by itself, and its key. */
public final class IssuedCertificate {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ALIAS = "server";

    private final X509Certificate certificate;
    private final String certificatePem;
    private final String keyPem;

    private IssuedCertificate(X509Certificate certificate, byte[] key) throws GeneralSecurityException {
        this.certificate = certificate;
        certificatePem = pem("CERTIFICATE", certificate.getEncoded());
        keyPem = pem("PRIVATE KEY", key);
    }

    public static IssuedCertificate issue(String name) {
        return issue(name, "-keyalg", "RSA");
    }

    /** Issues one with these options of keytool, such as {@code -keyalg EC} or {@code -validity 1}. */
    public static IssuedCertificate issue(String name, String... options) {
        try {
            var keyStore = Files.createTempDirectory("keys").resolve(name + ".p12");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
            command.addAll(List.of("-alias", ALIAS, "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1"));
            command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
            command.addAll(List.of("-keystore", keyStore.toString()));
            command.addAll(List.of(options));
            var keytool = new ProcessBuilder(command).start();
            Await.until("keytool is done", () -> !keytool.isAlive());
            var keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD);
            return new IssuedCertificate(
                    (X509Certificate) keys.getCertificate(ALIAS),
                    keys.getKey(ALIAS, PASSWORD).getEncoded());
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
    }

    /** The certificate as a PEM file has it. */
    public String certificatePem() {
        return certificatePem;
    }

    /** Its key as a PEM file has it. */
    public String keyPem() {
        return keyPem;
    }

    /** For clients that trust this certificate and no other. */
    public SSLContext trustedAlone() {
        try {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, certificate);
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
