package dev.registrar.gateway.testing.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The PEM files of a certificate and its key in one directory. */
public record PemFiles(Path directory) {
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
