package dev.registrar.testing.http;

import dev.registrar.testing.RunningService;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.document.JsonApiSchema;
import dev.registrar.testing.http.ContractedResponses.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Sends bytes that no HTTP client would send, and reads until the service closes the connection. */
public final class RawConnection {
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawConnection() {}

    /** Sends a request and returns the whole response, checked against the JSON:API schema and the contract. */
    public static String send(RunningService service, byte[] request) {
        var response = exchange(URI.create(service.url()).getPort(), request);
        var body = response.substring(response.indexOf("\r\n\r\n") + 4);
        var document = Response.parse(body, response);
        JsonApiSchema.expectValid(document, response);
        var requestLine = new String(request, StandardCharsets.UTF_8).split("[ ?\r\n]", -1);
        ContractedResponses.expectKept(
                new Received(
                        requestLine[0],
                        requestLine.length > 1 ? requestLine[1] : "",
                        Integer.parseInt(response.split(" ", -1)[1]),
                        name -> header(response, name),
                        () -> document),
                response);
        return response;
    }

    private static Optional<String> header(String response, String name) {
        return response.substring(0, response.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).trim())
                .findFirst();
    }

    /** Sends a request whose lines end in LF, as in a text block; they are sent with CRLF. */
    public static String sendLines(RunningService service, String request) {
        return send(service, request.replace("\n", "\r\n"));
    }

    public static String send(RunningService service, String request) {
        return send(service, request.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends an incomplete request, with lines as in a text block, and returns the first line of the response. */
    public static String statusLine(RunningService service, String request) {
        try (var connection = OpenConnection.to(URI.create(service.url()).getPort())) {
            connection.send(request);
            return connection.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request to a port and returns everything that comes back, unchecked; it may be empty. */
    public static String exchange(int port, String request) {
        return exchange(port, request.getBytes(StandardCharsets.UTF_8));
    }

    private static String exchange(int port, byte[] request) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
