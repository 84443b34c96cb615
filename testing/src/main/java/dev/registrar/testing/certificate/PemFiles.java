package dev.registrar.testing.certificate;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The PEM files of a certificate and its key in one directory. */
public record PemFiles(Path directory) {
    /** Writes the files of a certificate to a directory. */
    public static PemFiles of(IssuedCertificate issued, Path directory) throws IOException {
        var files = new PemFiles(directory);
        files.write(issued);
        return files;
    }

    /** Issues a certificate for 127.0.0.1, and writes the files. */
    public static PemFiles issue(Path directory) throws IOException {
        return of(IssuedCertificate.issue("server"), directory);
    }

    /** Returns settings of the section {@code http} with these files. */
    public JsonObject addTo(JsonObject http) {
        return http.put("tls-certificate", certificate().toString()).put("tls-key", key().toString());
    }

    /** Returns environment variables with these files. */
    public Map<String, String> variables() {
        return Map.of(
                "REGISTRAR_HTTP_TLS_CERTIFICATE", certificate().toString(), "REGISTRAR_HTTP_TLS_KEY", key().toString());
    }

    public Path certificate() {
        return directory.resolve("certificate.pem");
    }

    public Path key() {
        return directory.resolve("key.pem");
    }

    /** Writes a certificate and its key to the files. */
    public void write(IssuedCertificate issued) throws IOException {
        writeCertificate(issued);
        writeKey(issued);
    }

    public void writeCertificate(IssuedCertificate issued) throws IOException {
        Files.writeString(certificate(), issued.certificatePem());
    }

    public void writeKey(IssuedCertificate issued) throws IOException {
        Files.writeString(key(), issued.keyPem());
    }
}
