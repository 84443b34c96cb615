package dev.registrar.server.benchmark;

import dev.registrar.server.testing.node.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A server under load, in its own process. */
final class ServerProcess implements AutoCloseable {
    /** Earlier versions, which can be compared with this one, say only the port. */
    private static final Pattern PORT = Pattern.compile("ready (?:at http://\\S+:|on port )(\\d+)");

    private static final Pattern RESIDENT_KILOBYTES = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final ServiceProcess process;
    private final int port;

    private ServerProcess(ServiceProcess process) {
        this.process = process;
        process.awaitLogged(PORT);
        port = Integer.parseInt(process.logged(PORT));
    }

    /** Starts a server, and waits until it listens. */
    static ServerProcess start(List<String> command, Map<String, String> environment) throws IOException {
        return new ServerProcess(ServiceProcess.run(command, environment, Files.createTempFile("benchmark", ".log")));
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    ProcessHandle handle() {
        return process.handle();
    }

    int residentMegabytes() {
        try {
            var status = Files.readString(Path.of("/proc", Long.toString(handle().pid()), "status"));
            var found = RESIDENT_KILOBYTES.matcher(status);
            return found.find() ? Integer.parseInt(found.group(1)) / 1024 : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops all its work while another server is measured. */
    void pause() {
        process.signal("STOP");
    }

    void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        resume();
        process.end("TERM");
    }
}
