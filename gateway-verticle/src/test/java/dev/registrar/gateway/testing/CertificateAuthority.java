package dev.registrar.gateway.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority of a test's own, which nobody trusts who is not told to. */
public final class CertificateAuthority {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String OWN = "authority";

    private final Path directory;
    private final Path keys;

    /** Makes one whose files are in this directory. */
    public CertificateAuthority(Path directory, String name) {
        this.directory = directory;
        keys = directory.resolve(name + ".p12");
        generate(OWN, "-dname", "CN=" + name, "-ext", "bc:c");
    }

    private void generate(String alias, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-keyalg", "RSA", "-keystore", keys.toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
        command.addAll(List.of(options));
        try {
            var keytool = new ProcessBuilder(command).start();
            Await.until("keytool is done", () -> !keytool.isAlive());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The authority's own certificate, a PEM file. */
    public Path certificate() {
        return write(OWN + ".pem", OWN, false);
    }

    /** Issues a certificate for a host, and gives its PEM file. */
    public Path issueFor(String host) {
        generate(host, "-dname", "CN=server", "-ext", "san=dns:" + host, "-signer", OWN);
        return write(host + ".pem", host, false);
    }

    /** The key of a host's certificate, a PEM file that its owner alone may read. */
    public Path keyOf(String host) {
        return write(host + ".key", host, true);
    }

    private Path write(String file, String alias, boolean isKey) {
        try {
            var store = KeyStore.getInstance(keys.toFile(), PASSWORD);
            var content = isKey
                    ? store.getKey(alias, PASSWORD).getEncoded()
                    : store.getCertificate(alias).getEncoded();
            var label = isKey ? "PRIVATE KEY" : "CERTIFICATE";
            var written = Files.writeString(
                    directory.resolve(keys.getFileName() + "-" + file),
                    "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                            .formatted(label, Base64.getMimeEncoder().encodeToString(content), label));
            return Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
