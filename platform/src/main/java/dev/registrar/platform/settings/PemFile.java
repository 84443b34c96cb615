package dev.registrar.platform.settings;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * A file given by a setting.
 *
 * @param setting its configuration key, such as {@code http.tls-key}
 */
public record PemFile(String setting, String path) {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");

    private static final String NO_CERTIFICATE = "contains no certificate in PEM format";

    /** Reads the file. Blocks. */
    public Buffer read() {
        try {
            var file = Path.of(path);
            // A pipe would be read without an end, and then no renewed certificate be noticed.
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw wrong("is not a file");
            }
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException | InvalidPathException e) {
            throw wrong("cannot be read", e);
        }
    }

    /** Reads at least one certificate. Blocks. */
    public PemTrustOptions readCertificates() {
        var content = read();
        var unused = certificatesIn(content);
        return new PemTrustOptions().addCertValue(content);
    }

    /** Trusts only the authorities whose certificates are in this file. Blocks. */
    public X509TrustManager trustManager() {
        var certificates = certificatesIn(read());
        try {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (var certificate : certificates) {
                trusted.setCertificateEntry(Integer.toString(trusted.size()), certificate);
            }
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw wrong("contains certificates that cannot be used", e);
        }
    }

    private Collection<? extends Certificate> certificatesIn(Buffer content) {
        var pem = CERTIFICATE
                .matcher(content.toString())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
        try {
            var found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
            if (found.isEmpty()) {
                throw wrong(NO_CERTIFICATE);
            }
            return found;
        } catch (CertificateException e) {
            throw wrong(NO_CERTIFICATE, e);
        }
    }

    /** Creates an exception that tells operators what is wrong with this file. */
    public IllegalArgumentException wrong(String objection, Exception cause) {
        return new IllegalArgumentException("%s: %s %s".formatted(setting, path, objection), cause);
    }

    public IllegalArgumentException wrong(String objection) {
        return wrong(objection, null);
    }
}
