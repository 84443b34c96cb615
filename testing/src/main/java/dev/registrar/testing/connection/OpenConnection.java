package dev.registrar.testing.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;

/** An HTTP connection on which a test sends requests and reads responses piece by piece. */
public final class OpenConnection implements Closeable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String CONTENT_LENGTH = "Content-Length:";

    private final Socket socket;
    private final BufferedReader responses;

    private OpenConnection(Socket socket) throws IOException {
        this.socket = socket;
        responses = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    public static OpenConnection to(int port) throws IOException {
        return to(port, TIMEOUT);
    }

    /** Opens a connection on which a read may wait for this long. */
    public static OpenConnection to(int port, Duration timeout) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) timeout.toMillis());
        return new OpenConnection(socket);
    }

    /** Opens a connection with TLS, whatever the certificate of the service. */
    public static OpenConnection withTls(int port) throws IOException {
        return new OpenConnection(TrustingSocket.over(new Socket(InetAddress.getLoopbackAddress(), port), "http/1.1"));
    }

    /** Sends a request without its body, of 10 bytes, and reads the {@code 100 Continue} with which the service asks for it. */
    public static OpenConnection halfSent(int port, String method) throws IOException {
        var connection = to(port);
        connection.send("""
                %s /v1/courses/ HTTP/1.1
                Host: localhost
                Authorization: Basic YWRtaW46YWRtaW4=
                Content-Type: application/vnd.api+json
                Content-Length: 10
                Expect: 100-continue

                """.formatted(method));
        assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
        assertThat(connection.readLine()).isEmpty();
        return connection;
    }

    /** Asks for an upgrade to cleartext HTTP/2 (RFC 7540, 3.2) and returns the first line of the response. */
    public static String responseToUpgrade(int port) throws IOException {
        try (var connection = to(port)) {
            connection.send("""
                    OPTIONS /v1/courses/ HTTP/1.1
                    Host: localhost
                    Connection: Upgrade, HTTP2-Settings
                    Upgrade: h2c
                    HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA

                    """);
            return connection.readLine();
        }
    }

    /** Sends a text whose lines end in LF, as in a text block; they are sent with CRLF. */
    public void send(String lines) throws IOException {
        socket.getOutputStream().write(lines.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Closes the connection with RST, as the system does for a client that is gone while data arrives for it. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Returns the next line that the service sends; null if it has closed the connection. */
    public String readLine() throws IOException {
        return responses.readLine();
    }

    /** Returns the next response, with LF line ends. It must have a Content-Length if it has content. */
    public String readResponse() throws IOException {
        var head = new StringBuilder();
        var length = 0;
        for (var line = readLine(); line != null && !line.isEmpty(); line = readLine()) {
            head.append(line).append('\n');
            if (line.regionMatches(true, 0, CONTENT_LENGTH, 0, CONTENT_LENGTH.length())) {
                length =
                        Integer.parseInt(line.substring(CONTENT_LENGTH.length()).trim());
            }
        }
        var content = new char[length];
        var read = 0;
        while (read < length) {
            read += responses.read(content, read, length - read);
        }
        return head + "\n" + new String(content);
    }

    /** Returns everything that the service sends until it closes the connection, with LF line ends. */
    public String readAll() {
        return responses.lines().collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
