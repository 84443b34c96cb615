package dev.registrar.gateway.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A certificate and its key in PEM files of a directory, as a certificate authority hands them out. */
public record PemFiles(Path directory) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    public Path certificate() {
        return directory.resolve("certificate.pem");
    }

    public Path key() {
        return directory.resolve("key.pem");
    }

    /** Puts a certificate for this machine into the files, signed by itself. */
    public X509Certificate issue(String name) throws IOException, GeneralSecurityException {
        var keyStore = directory.resolve(name + ".p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        keyStore.toString())
                .start();
        Await.until("keytool is done", () -> !keytool.isAlive());
        var keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD);
        Files.writeString(
                key(), pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()));
        var certificate = (X509Certificate) keys.getCertificate("server");
        Files.writeString(certificate(), pem("CERTIFICATE", certificate.getEncoded()));
        return certificate;
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
    }
}
