package dev.registrar.testing.http;

import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.document.Document;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** An immutable HTTP client of the service; each {@code with} method returns a new client. */
public final class Client {
    public static final String JSON_API = "application/vnd.api+json";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpClient http;
    private final String url;
    private final Map<String, String> headers;

    private Client(HttpClient http, String url, Map<String, String> headers) {
        this.http = http;
        this.url = url;
        this.headers = headers;
    }

    public static Client of(String url) {
        return new Client(HTTP, url, Map.of());
    }

    /** Returns a client over TLS that trusts only this certificate. */
    public static Client trusting(IssuedCertificate certificate, int port) {
        var http = HttpClient.newBuilder()
                .sslContext(certificate.trustingContext())
                .build();
        return new Client(http, "https://127.0.0.1:" + port, Map.of());
    }

    public Client withCredentials(String user, String password) {
        var credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return withHeader("Authorization", "Basic " + credentials);
    }

    public Client withToken(String accessToken) {
        return withHeader("Authorization", "Bearer " + accessToken);
    }

    public Client withHeader(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Client(http, url, more);
    }

    public Response get(String path) {
        return send("GET", path, Optional.empty());
    }

    public Response head(String path) {
        return send("HEAD", path, Optional.empty());
    }

    public Response options(String path) {
        return send("OPTIONS", path, Optional.empty());
    }

    public Response delete(String path) {
        return send("DELETE", path, Optional.empty());
    }

    public Response delete(String path, Object document) {
        return send("DELETE", path, Optional.of(document));
    }

    public Response post(String path, Object document) {
        return send("POST", path, Optional.of(document));
    }

    public Response patch(String path, Object document) {
        return send("PATCH", path, Optional.of(document));
    }

    public Response put(String path, Object document) {
        return send("PUT", path, Optional.of(document));
    }

    /**
     * Sends a request with any method.
     *
     * @param path may be an absolute URL, as in links; brackets in it are encoded
     * @param document a {@link Document}, or any text
     */
    public Response send(String method, String path, Optional<?> document) {
        return exchange(
                method,
                path,
                document.<BodyPublisher>map(text -> BodyPublishers.ofString(text.toString()))
                        .orElseGet(BodyPublishers::noBody),
                document.isPresent());
    }

    /** Posts these bytes, which need not be text. */
    public Response post(String path, byte[] body) {
        return exchange("POST", path, BodyPublishers.ofByteArray(body), true);
    }

    private Response exchange(String method, String path, BodyPublisher body, boolean hasBody) {
        var request = HttpRequest.newBuilder(uri(path)).method(method, body);
        if (hasBody && !headers.containsKey("Content-Type")) {
            request.header("Content-Type", JSON_API);
        }
        headers.forEach(request::header);
        try {
            return new Response(method + " " + path, http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new AssertionError(method + " " + path + " got no response", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private URI uri(String path) {
        var absolute = path.startsWith("http") ? path : url + path;
        return URI.create(absolute.replace("[", "%5B")
                .replace("]", "%5D")
                .replace(" ", "%20")
                .replace("\"", "%22")
                .replace("<", "%3C"));
    }
}
