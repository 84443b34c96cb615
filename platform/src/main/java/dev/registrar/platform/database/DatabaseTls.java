package dev.registrar.platform.database;

import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The TLS settings of connections to PostgreSQL, with the parameter names and the meaning of libpq.
 *
 * @param rootCertificate the authority that must have issued the server's certificate, a PEM file; empty for those that
 *     the JVM trusts
 */
record DatabaseTls(SslMode mode, Optional<String> rootCertificate) {
    private static final String MODE = "sslmode";
    private static final String ROOT_CERTIFICATE = "sslrootcert";

    static final List<String> PARAMETERS = List.of(MODE, ROOT_CERTIFICATE);

    DatabaseTls {
        if (rootCertificate.isPresent() && !verifies(mode)) {
            throw DatabaseUri.invalid("has sslrootcert, which needs sslmode=verify-ca or verify-full");
        }
        if (rootCertificate.isPresent() && !Files.isReadable(Path.of(rootCertificate.get()))) {
            throw DatabaseUri.invalid(
                    "has sslrootcert=%s, which is not a readable file".formatted(rootCertificate.get()));
        }
    }

    /** Reads the parameters of a URI. As in libpq, {@code require} with a root certificate means {@code verify-ca}. */
    static DatabaseTls of(Map<String, String> parameters) {
        var root = Optional.ofNullable(parameters.get(ROOT_CERTIFICATE));
        var mode = mode(parameters.getOrDefault(MODE, SslMode.DISABLE.value));
        return new DatabaseTls(mode == SslMode.REQUIRE && root.isPresent() ? SslMode.VERIFY_CA : mode, root);
    }

    private static SslMode mode(String value) {
        return Arrays.stream(SslMode.values())
                .filter(mode -> mode.value.equals(value))
                .findFirst()
                .orElseThrow(() -> DatabaseUri.invalid("has an unknown sslmode; known are "
                        + Arrays.stream(SslMode.values())
                                .map(mode -> mode.value)
                                .collect(Collectors.joining(", "))));
    }

    private static boolean verifies(SslMode mode) {
        return mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
    }

    void applyTo(PgConnectOptions options) {
        options.setSslMode(mode);
        if (verifies(mode)) {
            options.setTrustOptions(rootCertificate
                    .<TrustOptions>map(file -> new PemTrustOptions().addCertPath(file))
                    .orElseGet(DatabaseTls::trustedByTheJvm));
        } else {
            options.setTrustAll(true);
        }
        if (mode == SslMode.VERIFY_FULL) {
            options.setHostnameVerificationAlgorithm("HTTPS");
        }
    }

    private static TrustOptions trustedByTheJvm() {
        try {
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return TrustOptions.wrap(factory);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The JVM cannot read its trust store", e);
        }
    }

    /** The empty names prevent the driver from reading files in the home directory. */
    void applyTo(PGSimpleDataSource sessions) {
        sessions.setSslMode(mode.value);
        sessions.setSslCert("");
        sessions.setSslKey("");
        rootCertificate.ifPresent(sessions::setSslRootCert);
        if (verifies(mode) && rootCertificate.isEmpty()) {
            sessions.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
    }
}
