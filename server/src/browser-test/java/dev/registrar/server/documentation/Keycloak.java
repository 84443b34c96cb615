package dev.registrar.server.documentation;

import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;

/** Runs a real Keycloak in a separate process, with the realm of {@code deploy/keycloak}. */
final class Keycloak implements AutoCloseable {
    private static final Path REALM = Path.of("..", "deploy", "keycloak", "university-realm.json");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /**
     * Replaces the server defaults: this JVM runs for a minute, and starts with half the CPU time this way. The last option
     * skips the optimization of the server for its configuration, which takes longer than the start that it speeds up.
     */
    private static final String SHORT_LIVED =
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m -Dkc.config.built=true";

    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final int port = FreePorts.next();
    private Process process;

    String origin() {
        return "http://127.0.0.1:" + port;
    }

    String issuer() {
        return origin() + "/realms/university";
    }

    /** Starts Keycloak for a Registrar at this URL and waits until it serves the realm. */
    void start(String registrarUrl) {
        try (var unpacked = Files.list(Path.of("target", "keycloak"))) {
            var home = unpacked.filter(Files::isDirectory)
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath();
            var realms = Files.createDirectories(home.resolve("data").resolve("import"));
            Files.copy(REALM, realms.resolve(REALM.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            var command = new ProcessBuilder(
                            "bin/kc.sh",
                            "start-dev",
                            "--db=dev-mem",
                            "--import-realm",
                            "--http-host=127.0.0.1",
                            "--http-port=" + port)
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("output.log").toFile());
            command.environment().put("REGISTRAR_URL", registrarUrl);
            command.environment().put("JAVA_HOME", System.getProperty("java.home"));
            command.environment().put("JAVA_OPTS", SHORT_LIVED);
            process = command.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until("Keycloak serves the realm", START_LIMIT, this::servesTheRealm);
    }

    private boolean servesTheRealm() {
        try {
            var discovery = HttpRequest.newBuilder(URI.create(issuer() + "/.well-known/openid-configuration"));
            return send(discovery.build()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns an access token from the client-credentials grant; the client's secret is its id. */
    String tokenFor(String client, String scope) {
        var credentials = Base64.getEncoder().encodeToString((client + ":" + client).getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create(issuer() + "/protocol/openid-connect/token"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials&scope=" + scope.replace(" ", "+")))
                .build();
        try {
            return new JsonObject(send(request).body()).getString("access_token");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
