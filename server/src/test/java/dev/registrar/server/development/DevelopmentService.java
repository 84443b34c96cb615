package dev.registrar.server.development;

import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.PostgresProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The development service in its own JVM, with its PostgreSQL. */
public final class DevelopmentService {
    private static final Pattern ADDRESS = Pattern.compile("API +(https?://\\S+)/v1/");

    private final ServiceProcess process;
    private final Path data;

    private DevelopmentService(ServiceProcess process, Path data) {
        this.process = process;
        this.data = data;
    }

    /** Starts the service and waits until it prints that it is ready. */
    public static DevelopmentService start(Path data, Map<String, String> environment, String... arguments) {
        var service = launch(data, environment, arguments);
        service.process.awaitLogged(ADDRESS);
        return service;
    }

    /** Starts the service without waiting for it. */
    static DevelopmentService launch(Path data, Map<String, String> environment, String... arguments) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("REGISTRAR_DEVELOPMENT_DATA_DIRECTORY", data.toString());
        return new DevelopmentService(ServiceProcess.launch(DevelopmentLauncher.class, all, arguments), data);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    String expectFailedStart() {
        return process.expectFailedStart();
    }

    /** Waits until the process has ended by itself, and returns its exit code. */
    public int awaitEnd() {
        return process.awaitEnd();
    }

    public String output() {
        return process.output();
    }

    public String url() {
        return process.logged(ADDRESS);
    }

    Client admin() {
        return Client.of(url()).withCredentials("admin", "admin");
    }

    PostgresProcess postgres() {
        return PostgresProcess.in(data);
    }

    /** Sends a signal, such as TERM, and waits until the process has ended. */
    public void end(String signal) {
        process.end(signal);
    }
}
