package dev.registrar.gateway.launcher;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.PostgresProcess;
import dev.registrar.gateway.testing.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The development service in a JVM of its own, which can be killed. */
final class DevelopmentService {
    private static final Pattern ADDRESS = Pattern.compile("API +(http://\\S+)/v1/");

    private final Process process;
    private final Path output;
    private final Path data;

    private DevelopmentService(Process process, Path output, Path data) {
        this.process = process;
        this.output = output;
        this.data = data;
    }

    /** Starts it and waits until it says that it is ready. */
    static DevelopmentService start(Path data, Map<String, String> environment, String... arguments)
            throws IOException {
        var service = launch(data, environment, arguments);
        Await.until("the service is ready or has ended", () -> service.isReady() || !service.isAlive());
        return service;
    }

    /** Starts it and does not wait. */
    static DevelopmentService launch(Path data, Map<String, String> environment, String... arguments)
            throws IOException {
        var output = Files.createTempFile("development-service", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DevelopmentLauncher.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("REGISTRAR_HTTP_PORT", "0");
        builder.environment().put("REGISTRAR_DEVELOPMENT_DATA_DIRECTORY", data.toString());
        builder.environment().putAll(environment);
        return new DevelopmentService(builder.start(), output, data);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isReady() {
        return ADDRESS.matcher(output()).find();
    }

    Client admin() {
        var address = ADDRESS.matcher(output());
        if (!address.find()) {
            throw new AssertionError("The service is not ready:\n" + output());
        }
        return Client.of(address.group(1)).withCredentials("admin", "admin");
    }

    PostgresProcess postgres() {
        return PostgresProcess.in(data);
    }

    /** Sends a signal, such as TERM, and waits for the end of the JVM. */
    void end(String signal) {
        Signals.send(signal, process.toHandle());
        Await.until("the service has ended", () -> !process.isAlive());
    }
}
