package dev.registrar.gateway.testing;

import dev.registrar.gateway.testing.ContractedResponses.Received;
import dev.registrar.gateway.testing.document.JsonApiSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Sends bytes that no HTTP client would send, and reads what comes back until the service hangs up. */
public final class RawConnection {
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawConnection() {}

    /** The whole answer, which keeps the JSON:API schema and the contract. */
    public static String send(Service service, byte[] request) {
        var answer = exchange(URI.create(service.url()).getPort(), request);
        var body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        JsonApiSchema.expectValid(Response.parse(body, answer), answer);
        var requestLine = new String(request, StandardCharsets.UTF_8).split("[ ?\r\n]", -1);
        ContractedResponses.expectKept(
                new Received(
                        requestLine[0],
                        requestLine.length > 1 ? requestLine[1] : "",
                        Integer.parseInt(answer.split(" ", -1)[1]),
                        name -> header(answer, name),
                        body),
                answer);
        return answer;
    }

    private static Optional<String> header(String answer, String name) {
        return answer.substring(0, answer.indexOf("\r\n\r\n"))
                .lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).trim())
                .findFirst();
    }

    /** Sends a text whose lines are separated by line feeds alone, as in a text block. */
    public static String sendLines(Service service, String request) {
        return send(service, request.replace("\n", "\r\n"));
    }

    public static String send(Service service, String request) {
        return send(service, request.getBytes(StandardCharsets.UTF_8));
    }

    /** The first line of an answer that comes before the request is whole. Lines are separated as in a text block. */
    public static String statusLine(Service service, String request) {
        try (var socket = connect(URI.create(service.url()).getPort())) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whatever a port answers, nothing at all perhaps. */
    public static String exchange(int port, String request) {
        return exchange(port, request.getBytes(StandardCharsets.UTF_8));
    }

    private static String exchange(int port, byte[] request) {
        try (var socket = connect(port)) {
            socket.getOutputStream().write(request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket connect(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }
}
