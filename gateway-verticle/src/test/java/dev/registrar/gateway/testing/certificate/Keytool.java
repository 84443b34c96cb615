package dev.registrar.gateway.testing.certificate;

import dev.registrar.gateway.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Creates keys and certificates with the JDK's keytool. The key store is of type JKS because that opens fastest; its weak
 * protection does not matter for test keys.
 */
record Keytool(Path file) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Creates a key and its certificate with these options, such as {@code -keyalg EC} or {@code -validity 1}. */
    void generate(String alias, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-keystore", file.toString(), "-storetype", "JKS"));
        command.addAll(List.of("-storepass", new String(PASSWORD), "-keypass", new String(PASSWORD)));
        command.addAll(options);
        try {
            var keytool = new ProcessBuilder(command).start();
            Await.until("keytool is done", () -> !keytool.isAlive());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    X509Certificate certificate(String alias) {
        try {
            return (X509Certificate) open().getCertificate(alias);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    PrivateKey key(String alias) {
        try {
            return (PrivateKey) open().getKey(alias, PASSWORD);
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private KeyStore open() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(file.toFile(), PASSWORD);
    }

    static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String pem(PrivateKey key) {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
    }
}
