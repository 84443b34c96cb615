package dev.registrar.gateway.testing.certificate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** A certificate authority for one test, trusted only by those configured to trust it. */
public final class CertificateAuthority {
    private static final String OWN = "authority";

    private final Path directory;
    private final String name;
    private final Keytool keys;

    /** Creates an authority with its files in this directory. */
    public CertificateAuthority(Path directory, String name) {
        this.directory = directory;
        this.name = name;
        keys = new Keytool(directory.resolve(name + ".jks"));
        keys.generate(OWN, List.of("-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c"));
        write(OWN + ".pem", Keytool.pem(keys.certificate(OWN)));
    }

    /** Returns the PEM file with the authority's own certificate. */
    public Path certificate() {
        return file(OWN + ".pem");
    }

    /** Issues a certificate for a host, with additional options of keytool, and returns its PEM file. */
    public Path issueFor(String host, String... options) {
        var always = Stream.of("-keyalg", "EC", "-dname", "CN=server", "-ext", "san=dns:" + host, "-signer", OWN);
        keys.generate(host, Stream.concat(always, Stream.of(options)).toList());
        return write(host + ".pem", Keytool.pem(keys.certificate(host)));
    }

    /** Returns the PEM file with the key of a host's certificate; only its owner may read it. */
    public Path keyOf(String host) {
        return write(host + ".key", Keytool.pem(keys.key(host)));
    }

    private Path file(String ending) {
        return directory.resolve(name + "-" + ending);
    }

    private Path write(String ending, String content) {
        try {
            var written = Files.writeString(file(ending), content);
            return Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
