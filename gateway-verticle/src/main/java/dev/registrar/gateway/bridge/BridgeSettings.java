package dev.registrar.gateway.bridge;

import dev.registrar.gateway.http.server.ServerAddress;
import dev.registrar.gateway.tls.CertificateAndKey;
import dev.registrar.gateway.tls.CertificateFiles;
import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;
import java.util.List;

/**
 * How programs reach the event bus over TCP, and what each of them may do.
 *
 * @param tlsCertificate a PEM file with the certificate and its chain; blank for no TLS, only on a loopback address
 * @param tlsKey a PEM file with the certificate's private key
 * @param tlsReloadInterval how often to check whether they have been renewed
 * @param maxConnections open connections of all clients
 * @param maxConnectionsPerClient open connections of one client
 * @param maxInFlight concurrent requests on one connection, and concurrent decisions that it is asked for
 * @param maxPendingBytes of frames that have not arrived completely and frames that clients have not read
 * @param loginTimeout how long a connection may take until its client has logged in
 * @param idleTimeout how long a client may send nothing, or not read what is sent to it
 * @param clients the entries of {@link ClientSettings#listIn}; without clients, the bridge is off
 */
public record BridgeSettings(
        String host,
        int port,
        String tlsCertificate,
        String tlsKey,
        Duration tlsReloadInterval,
        int maxConnections,
        int maxConnectionsPerClient,
        int maxInFlight,
        long maxPendingBytes,
        Duration loginTimeout,
        Duration idleTimeout,
        List<Object> clients) {
    public BridgeSettings {
        var errors = new SettingsErrors();
        errors.require(ServerAddress.isHost(host), "bridge.host must be the name or the IP address of this machine");
        errors.requirePort("bridge.port", port);
        errors.require(
                tlsCertificate.isBlank() == tlsKey.isBlank(),
                "bridge.tls-certificate and bridge.tls-key must both be set or both be blank");
        errors.require(
                clients.isEmpty()
                        || !tlsCertificate.isBlank()
                        || new ServerAddress(host, port, "bridge.port").isOnLoopback(),
                "bridge.tls-certificate and bridge.tls-key must be set unless bridge.host is a loopback address,"
                        + " because clients send their tokens");
        errors.requirePositive("bridge.tls-reload-interval", tlsReloadInterval);
        errors.require(maxConnections >= 1, "bridge.max-connections must be at least 1");
        errors.require(maxConnectionsPerClient >= 1, "bridge.max-connections-per-client must be at least 1");
        errors.require(maxInFlight >= 1, "bridge.max-in-flight must be at least 1");
        errors.require(maxPendingBytes >= 65_536, "bridge.max-pending-bytes must be at least 65536");
        errors.requirePositive("bridge.login-timeout", loginTimeout);
        errors.requirePositive("bridge.idle-timeout", idleTimeout);
        errors.throwIfAny();
    }

    /** Whether there are clients; otherwise nothing listens. */
    public boolean isOn() {
        return !clients.isEmpty();
    }

    /** The address on which the bridge listens. */
    public ServerAddress address() {
        return new ServerAddress(host, port, "bridge.port");
    }

    /**
     * Reads the files of the certificate. Blocks.
     *
     * @return a description of the certificate in use
     * @throws IllegalArgumentException naming the setting and the file if one cannot be used
     */
    public String requireCertificate() {
        return usesTls() ? CertificateAndKey.read(certificateFiles()) + " can be used" : "none: no TLS on loopback";
    }

    boolean usesTls() {
        return !tlsCertificate.isBlank();
    }

    CertificateFiles certificateFiles() {
        return CertificateFiles.in("bridge", tlsCertificate, tlsKey);
    }
}
