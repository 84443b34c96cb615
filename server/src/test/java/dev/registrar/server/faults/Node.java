package dev.registrar.server.faults;

import dev.registrar.gateway.testing.Client;
import dev.registrar.server.testing.node.ServiceProcess;
import java.nio.file.Path;
import java.util.Map;

/** One of the services that share a database, in a process that tests can kill, stop and start again. */
final class Node {
    private final Map<String, String> environment;
    private volatile ServiceProcess process;

    private Node(Map<String, String> environment) {
        this.environment = environment;
    }

    static Node start(String databaseUri, Path behaviour) {
        var node = new Node(Map.of(
                "REGISTRAR_DATABASE_URI",
                databaseUri,
                "REGISTRAR_ENROLLMENT_DECIDER",
                "bus",
                DecidedNode.BEHAVIOUR,
                behaviour.toString()));
        node.startAgain();
        return node;
    }

    void startAgain() {
        var started = ServiceProcess.launch(DecidedNode.class, environment);
        started.awaitReady();
        process = started;
    }

    Client admin() {
        return Client.of(process.url()).withCredentials("admin", "admin");
    }

    /** Returns the log since the last start. */
    String log() {
        return process.output();
    }

    void signal(String signal) {
        process.signal(signal);
    }

    void kill() {
        process.end("KILL");
    }
}
