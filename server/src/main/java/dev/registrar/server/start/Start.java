package dev.registrar.server.start;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.server.configuration.Configuration;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts this process: in the end, the service is ready or the last line of the log says why not. */
public final class Start {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private static final int UNEXPECTED = 1;

    public static final String NO_START = "Registrar cannot start";

    private Start() {}

    /** A service that starts in this process and stops before the process ends. */
    public interface Startable {
        void start() throws IOException;

        void stop();
    }

    /**
     * Reads the configuration and starts a service with it. If that fails, stops everything and ends the process with
     * the exit code of the error.
     *
     * @param failure what the last line of the log says before the reason for a failure
     */
    public static void runOrExplain(
            Supplier<Configuration> source, Function<Configuration, Startable> service, String failure) {
        StopSignals.handle();
        rejectRenegotiation();
        var explanation = UnaryOperator.<String>identity();
        try {
            var configuration = source.get();
            explanation = configuration::explain;
            startOrStop(service.apply(configuration));
        } catch (Throwable e) {
            explain(e instanceof CompletionException ? e.getCause() : e, failure, explanation);
        }
    }

    /**
     * With TLS 1.2, a client could request one handshake after the other. The JDK reads this once, at its first use of
     * TLS.
     */
    private static void rejectRenegotiation() {
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private static void startOrStop(Startable service) throws IOException {
        var hook = new Thread(service::stop, "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            service.start();
        } catch (Throwable e) {
            if (isStillOurs(hook)) {
                service.stop();
                throw e;
            }
        }
    }

    /** Waits for a step of the start. */
    public static <T> T join(Future<T> step) {
        return step.toCompletionStage().toCompletableFuture().join();
    }

    /** Closes a Vert.x, which undeploys its verticles first. */
    public static void stop(Vertx vertx) {
        await(vertx.close());
    }

    /** Waits for the end of a stop, with a time limit. */
    public static void await(Future<Void> stop) {
        try {
            var unused =
                    stop.toCompletionStage().toCompletableFuture().get(TimeLimits.STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            LOG.warn("Not everything has stopped cleanly", e);
        }
    }

    /** Returns false if the process is already ending; then the failed start is not reported. */
    private static boolean isStillOurs(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return false;
        }
    }

    private static void explain(Throwable failure, String what, UnaryOperator<String> explanation) {
        if (!isForOperators(failure)) {
            LOG.error("The start failed unexpectedly", failure);
        }
        LOG.error("{}: {}", what, inOneLine(explanation.apply(String.valueOf(failure.getMessage()))));
        System.exit(exitCode(failure));
    }

    /** Returns the exit code, as listed by the command line's help. */
    public static int exitCode(Throwable failure) {
        if (failure instanceof StartException stopped) {
            return stopped.failure().exitCode();
        }
        return failure instanceof IllegalArgumentException ? StartFailure.CONFIGURATION.exitCode() : UNEXPECTED;
    }

    private static boolean isForOperators(Throwable failure) {
        return failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException
                || failure instanceof IOException;
    }

    public static String inOneLine(String message) {
        return message.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
