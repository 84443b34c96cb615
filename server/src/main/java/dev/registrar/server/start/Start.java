package dev.registrar.server.start;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.TimeLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts this process: in the end, the service is ready or the last line of the log says why not. */
public final class Start {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private static final int UNEXPECTED = 1;

    /** What the last line of the log says before the reason why a start failed. */
    public static final String NO_START = "Registrar cannot start";

    private Start() {}

    /** A service that starts in this process and stops before the process ends. */
    public interface Startable {
        void start() throws IOException;

        void stop();

        /** What the last line of the log says before the reason for a failure. */
        default String failure() {
            return NO_START;
        }

        /** Adds to the reason for a failed start what operators need to find the cause. */
        default String explain(String objection) {
            return objection;
        }
    }

    /**
     * Starts the supplied service. If that fails, stops everything and ends the process with the exit code of the
     * error.
     */
    public static void runOrExplain(Supplier<Startable> supplied) {
        StopSignals.handle();
        rejectRenegotiation();
        var what = NO_START;
        var explanation = UnaryOperator.<String>identity();
        try {
            var service = supplied.get();
            what = service.failure();
            explanation = service::explain;
            startOrStop(service);
        } catch (CompletionException e) {
            explain(e.getCause(), what, explanation);
        } catch (Throwable e) {
            explain(e, what, explanation);
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
        LOG.error("{}: {}", what, inOneLine(reason(failure, explanation)));
        System.exit(exitCode(failure));
    }

    /** Ends with the statements that mend it, so that they can be copied. */
    private static String reason(Throwable failure, UnaryOperator<String> explanation) {
        var sentence = explanation.apply(String.valueOf(failure.getMessage()));
        var statements = statements(failure);
        return statements.isEmpty() ? sentence : "%s: %s".formatted(sentence, String.join(" ", statements));
    }

    /** The SQL statements that somebody has to run before this process can start. */
    public static List<String> statements(Throwable failure) {
        return failure instanceof StartException stopped ? stopped.statements() : List.of();
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
