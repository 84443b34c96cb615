package dev.registrar.platform.settings;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
        try {
            // PemTrustOptions makes the same check, but only with a Vertx instance.
            if (certificates(content).isEmpty()) {
                throw wrong(NO_CERTIFICATE);
            }
            return new PemTrustOptions().addCertValue(content);
        } catch (CertificateException e) {
            throw wrong(NO_CERTIFICATE, e);
        }
    }

    private static Collection<? extends Certificate> certificates(Buffer content) throws CertificateException {
        var certificates = CERTIFICATE
                .matcher(content.toString())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(certificates.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Creates an exception that tells operators what is wrong with this file. */
    public IllegalArgumentException wrong(String objection, Exception cause) {
        return new IllegalArgumentException("%s: %s %s".formatted(setting, path, objection), cause);
    }

    public IllegalArgumentException wrong(String objection) {
        return wrong(objection, null);
    }
}
