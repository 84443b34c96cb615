package dev.registrar.testing.connection;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A TLS socket of a client that trusts every server. */
final class TrustingSocket {
    private static final SSLContext CONTEXT = context();

    private TrustingSocket() {}

    private static SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Connects to a port of this machine for HTTP/2 (RFC 9113, 3.2). */
    static SSLSocket forHttp2(int port) throws IOException {
        return over(new Socket(InetAddress.getLoopbackAddress(), port), "h2");
    }

    /** Begins TLS on a connection, for a protocol by its name in ALPN (RFC 7301). */
    static SSLSocket over(Socket connection, String protocol) throws IOException {
        var socket = (SSLSocket)
                CONTEXT.getSocketFactory().createSocket(connection, "localhost", connection.getPort(), true);
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
