package dev.registrar.server.benchmark;

import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.http.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The servers that are compared; the first one is the reference. */
final class Contestants implements AutoCloseable {
    static final String USER = "admin";
    static final String PASSWORD = "a better one";
    static final String SERVICE = "Registrar";
    static final String REFERENCE = "reference";

    /** The smallest supported heap, for each server. The JVM chooses the rest, as users leave it to. */
    static final String OPTIONS = "-Xmx256m";

    static final String BASIC = "Authorization: " + ReferenceServer.AUTHORIZATION;

    /**
     * One side of a comparison: a server, and how its callers log in.
     *
     * @param login the header that authenticates them
     */
    record Contestant(String name, ServerProcess server, String login) {}

    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();

    /** Starts the reference with the same heap as the service. */
    static ServerProcess startReference(String databaseUri) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return ServerProcess.start(
                List.of(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReferenceServer.class.getName(),
                        databaseUri),
                Map.of("JAVA_TOOL_OPTIONS", OPTIONS));
    }

    void addReference(String databaseUri) throws IOException {
        add(REFERENCE, startReference(databaseUri), BASIC);
    }

    ServerProcess addService(String name, ServiceInstallation service) throws IOException {
        return add(name, service.start(), BASIC);
    }

    private ServerProcess add(String name, ServerProcess server, String login) {
        servers.add(server);
        contestants.add(new Contestant(name, server, login));
        return server;
    }

    /** Adds the same service with callers who log in by an access token, and in a session. */
    void addOtherLogins(ServerProcess service, AuthorizationServer authorizationServer) {
        var token = authorizationServer.token(authorizationServer
                .claims("read")
                .put("exp", Instant.now().plus(Duration.ofDays(1)).getEpochSecond()));
        contestants.add(new Contestant("Bearer", service, "Authorization: Bearer " + token));
        var session = Sessions.open(Client.of(service.url()).withCredentials(USER, PASSWORD));
        contestants.add(new Contestant(
                "session", service, "Cookie: registrar_session=" + Sessions.cookie(session, "registrar_session")));
    }

    /** Returns those that a shape is measured with: other logins than by password are compared with one shape only. */
    List<Contestant> of(Shape shape) {
        return contestants.stream()
                .filter(contestant -> shape == Shape.ITEM || contestant.login().equals(BASIC))
                .toList();
    }

    /** Lets only one server run. */
    void runOnly(ServerProcess running) {
        servers.stream().filter(server -> server != running).forEach(ServerProcess::pause);
        running.resume();
    }

    void runAll() {
        servers.forEach(ServerProcess::resume);
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::close);
    }
}
