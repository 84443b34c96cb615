package dev.registrar.server.testing.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.testing.Await;
import dev.registrar.testing.Signals;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A whole service in its own JVM, which a test can signal and kill. */
public final class ServiceProcess {
    /** The script that starts the runnable jar. */
    public static final Path SCRIPT = Path.of("..", "bin", "registrar");

    private static final String FAILED_START = "Registrar cannot start: ";

    private static final String COMPILE_QUICKLY = "-XX:TieredStopAtLevel=1";

    /** Options for a JVM that lives for seconds: they halve the CPU time of its start. */
    private static final List<String> SHORT_LIVED = List.of(COMPILE_QUICKLY, "-XX:+UseSerialGC");

    /** How long a start or a stop may take on a machine that is busy with several builds; some of them run Maven first. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Pattern READY = Pattern.compile("ready at (https?://\\S+)");

    /** Prepared when the first test needs it. */
    private static final class OfTests {
        static final ClassArchive ARCHIVE = ClassArchive.of(System.getProperty("java.class.path"));
    }

    private static final class OfJar {
        static final Path PATH = Path.of(System.getProperty("registrar.jar"));
        static final ClassArchive ARCHIVE = ClassArchive.of(PATH.toString());
    }

    private final Process process;
    private final Path output;

    private ServiceProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Launches a class on free ports, without waiting for it to be ready.
     *
     * @param launcher the main class, from the class path of the tests
     */
    public static ServiceProcess launch(Class<?> launcher, Map<String, String> environment, String... arguments) {
        var program = List.of("-cp", OfTests.ARCHIVE.classPath(), launcher.getName());
        return launch(java(OfTests.ARCHIVE.options(), program), environment, arguments);
    }

    /** Launches a class with these options for its JVM. */
    static ServiceProcess launch(
            List<String> options, Class<?> launcher, Map<String, String> environment, String... arguments) {
        return launch(java(options, List.of(launcher.getName())), environment, arguments);
    }

    /** Launches a main class that is in a folder and not on the class path of the tests. */
    public static ServiceProcess launch(
            Path classes, String launcher, Map<String, String> environment, String... arguments) {
        var classPath = OfTests.ARCHIVE.classPath() + File.pathSeparator + classes;
        return launch(java(OfTests.ARCHIVE.options(), List.of("-cp", classPath, launcher)), environment, arguments);
    }

    /** Launches the runnable jar, which only integration tests have. */
    public static ServiceProcess launchJar(Map<String, String> environment, String... arguments) {
        return launch(java(optionsOf(OfJar.PATH), List.of("-jar", OfJar.PATH.toString())), environment, arguments);
    }

    /** Launches the script that starts the runnable jar. The test of the unit of systemd runs it without options for its JVM. */
    public static ServiceProcess launchScript(Map<String, String> environment, String... arguments) {
        return launchScript(SCRIPT, environment, arguments);
    }

    /** Launches a script with the archive of the tests, so that it writes none of its own. */
    public static ServiceProcess launchScriptWithArchive(
            Path script, Map<String, String> environment, String... arguments) {
        Map<String, String> withArchive = new HashMap<>(environment);
        withArchive.put("REGISTRAR_ARCHIVES", "nowhere");
        withArchive.put("JAVA_TOOL_OPTIONS", "'%s'".formatted(String.join("' '", OfJar.ARCHIVE.options())));
        return launchScript(script, withArchive, arguments);
    }

    /** Launches a copy of the script. */
    public static ServiceProcess launchScript(Path script, Map<String, String> environment, String... arguments) {
        Map<String, String> shortLived = new HashMap<>(environment);
        shortLived.merge("JAVA_TOOL_OPTIONS", COMPILE_QUICKLY, "%s %s"::formatted);
        return launch(List.of(script.toString()), shortLived, arguments);
    }

    /** The options with which a runnable jar starts faster: none for that of another release. */
    public static List<String> optionsOf(Path jar) {
        return jar.equals(OfJar.PATH) ? OfJar.ARCHIVE.options() : List.of();
    }

    private static List<String> java(List<String> options, List<String> program) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.of(List.of(java), SHORT_LIVED, options, program)
                .flatMap(List::stream)
                .toList();
    }

    private static ServiceProcess launch(List<String> program, Map<String, String> environment, String... arguments) {
        var command = Stream.concat(program.stream(), Stream.of(arguments)).toList();
        Map<String, String> onFreePort = new HashMap<>(Map.of(
                "REGISTRAR_HTTP_PORT", "0",
                "REGISTRAR_OPERATIONS_PORT", "0",
                "REGISTRAR_HTTP_DRAIN_DELAY", "0 s"));
        onFreePort.putAll(environment);
        try {
            return run(command, onFreePort, Files.createTempFile("service", ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs any command that starts a service, without waiting for it. Its output is appended to a file. */
    public static ServiceProcess run(List<String> command, Map<String, String> environment, Path output) {
        try {
            var builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            builder.environment().putAll(environment);
            var process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end of a service"));
            return new ServiceProcess(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Returns everything it has logged. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does the same as {@link #expectFailedStart()} and also expects the exit code of this failure. */
    public String expectFailedStart(StartFailure failure) {
        var reason = expectFailedStart();
        assertThat(process.exitValue()).as(reason).isEqualTo(failure.exitCode());
        return reason;
    }

    /**
     * Waits for the process to end, and expects that its last line is the reason, and that it has logged no other warning or
     * error.
     *
     * @return the reason
     */
    public String expectFailedStart() {
        Await.until("the start has failed", LIMIT, () -> !isAlive());
        assertThat(process.exitValue()).as(output()).isNotZero();
        var lines = output().lines().toList();
        assertThat(lines)
                .filteredOn(line -> line.matches(".*\\b(WARN|ERROR|SEVERE|WARNING)\\b.*"))
                .hasSize(1);
        var last = lines.get(lines.size() - 1);
        assertThat(last).contains(FAILED_START);
        return last.substring(last.indexOf(FAILED_START) + FAILED_START.length());
    }

    /** Waits until the process ends without a signal, and returns its exit code. */
    public int awaitEnd() {
        Await.until("the process has ended", LIMIT, () -> !isAlive());
        return process.exitValue();
    }

    /** Waits until it listens for clients, or has ended. */
    public void awaitReady() {
        awaitLogged(READY);
    }

    /** Returns the URL on which it listens. */
    public String url() {
        return logged(READY);
    }

    /** Returns the port on which it listens. */
    public int port() {
        return URI.create(url()).getPort();
    }

    /** Waits until the log contains a match of this pattern, or the process has ended. */
    public void awaitLogged(Pattern pattern) {
        Await.until(
                "the service is ready or has ended",
                LIMIT,
                () -> pattern.matcher(output()).find() || !isAlive());
    }

    /** Returns the first group of the first match of this pattern in the log. */
    public String logged(Pattern pattern) {
        var found = pattern.matcher(output());
        if (!found.find()) {
            throw new AssertionError("The service is not ready:\n" + output());
        }
        return found.group(1);
    }

    /** Sends a signal, such as STOP. */
    public void signal(String signal) {
        Signals.send(signal, process.toHandle());
    }

    /** Sends a signal, such as TERM, and waits until the process has ended. */
    public void end(String signal) {
        signal(signal);
        Await.until("the service has ended", LIMIT, () -> !process.isAlive());
    }
}
