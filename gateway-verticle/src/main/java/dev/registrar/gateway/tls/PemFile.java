package dev.registrar.gateway.tls;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.impl.KeyStoreHelper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A file that a setting names.
 *
 * @param setting its key in the configuration, such as {@code http.tls-key}
 */
public record PemFile(String setting, String path) {

    /** Reads it, on this thread. */
    Buffer read() {
        try {
            return Buffer.buffer(Files.readAllBytes(Path.of(path)));
        } catch (IOException | InvalidPathException e) {
            throw wrong("cannot be read", e);
        }
    }

    /** Reads certificates, at least one, on this thread. */
    PemTrustOptions readCertificates() {
        var content = read();
        try {
            // As the options themselves do, which would need a Vert.x for it.
            var unused = KeyStoreHelper.loadCA(Stream.of(content));
            return new PemTrustOptions().addCertValue(content);
        } catch (Exception e) {
            throw wrong("contains no certificate in PEM format", e);
        }
    }

    /** What is wrong with this file, as operators are told. */
    IllegalArgumentException wrong(String objection, Exception cause) {
        return new IllegalArgumentException("%s: %s %s".formatted(setting, path, objection), cause);
    }

    IllegalArgumentException wrong(String objection) {
        return wrong(objection, null);
    }
}
