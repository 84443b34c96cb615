package dev.registrar.testing.certificate;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority for one test, trusted only by those configured to trust it. */
public final class CertificateAuthority {
    private final Path directory;
    private final String name;
    private final CertifiedKey own;
    private final Map<String, CertifiedKey> issued = new HashMap<>();

    /** Creates an authority with its files in this directory. */
    public CertificateAuthority(Path directory, String name) {
        this.directory = directory;
        this.name = name;
        own = CertifiedKey.authority(name);
        write("authority.pem", own.certificatePem());
    }

    /** Returns the PEM file with the authority's own certificate. */
    public Path certificate() {
        return file("authority.pem");
    }

    /** Issues a certificate for a host, unless it has one, and returns its PEM file. */
    public Path issueFor(String host) {
        return issueFor(host, Validity.NOW);
    }

    /** Issues a certificate for a host, unless it has one, and returns its PEM file. */
    public Path issueFor(String host, Validity validity) {
        var certified = issued.computeIfAbsent(host, unknown -> own.issueFor(host, validity));
        return write(host + ".pem", certified.certificatePem());
    }

    /** Returns the PEM file with the key of a host's certificate; only its owner may read it. */
    public Path keyOf(String host) {
        return write(host + ".key", issued.get(host).keyPem());
    }

    /** Writes a trust store with the authority's own certificate, and returns its file. */
    public Path trustStore(String password) {
        var written = file("authorities.p12");
        try (var output = Files.newOutputStream(written)) {
            var trusted = emptyStore();
            trusted.setCertificateEntry(name, own.certificate());
            trusted.store(output, password.toCharArray());
            return written;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Issues a certificate for a host, and returns the TLS context of a server that has it. */
    public SSLContext serverFor(String host) {
        var certified = own.issueFor(host, Validity.NOW);
        var password = new char[0];
        try {
            var keys = emptyStore();
            keys.setKeyEntry(host, certified.key(), password, new Certificate[] {certified.certificate()});
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, password);
            var context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private Path file(String ending) {
        return directory.resolve(name + "-" + ending);
    }

    @CanIgnoreReturnValue
    private Path write(String ending, String content) {
        try {
            var written = Files.writeString(file(ending), content);
            return Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
