package dev.registrar.resource.settings;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.impl.KeyStoreHelper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A file given by a setting.
 *
 * @param setting its configuration key, such as {@code http.tls-key}
 */
public record PemFile(String setting, String path) {

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
            var unused = KeyStoreHelper.loadCA(Stream.of(content));
            return new PemTrustOptions().addCertValue(content);
        } catch (Exception e) {
            throw wrong("contains no certificate in PEM format", e);
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
