package dev.registrar.server.start;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles SIGTERM, SIGINT (Ctrl+C) and SIGHUP (the terminal is closed): the first signal stops the process without
 * losing requests, with exit code 0; the second one ends it at once, with the exit code that the signal has by default.
 * A signal that is ignored when the process starts, as with nohup, stays ignored.
 */
final class StopSignals {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** By name: the exit code of a process that the signal ends at once, which is 128 plus its number. */
    private static final Map<String, Integer> EXIT_CODES = Map.of("HUP", 129, "INT", 130, "TERM", 143);

    private final AtomicBoolean stopping = new AtomicBoolean();

    private StopSignals() {}

    /**
     * Starts to handle the signals. Uses reflection: the class is supported (module jdk.unsupported), but the compiler
     * has a warning for it that cannot be suppressed. If signals cannot be handled, for example with {@code java -Xrs},
     * the JVM's default applies.
     */
    static void handle() {
        var signals = new StopSignals();
        try {
            for (var name : EXIT_CODES.keySet()) {
                signals.handle(name);
            }
        } catch (InvocationTargetException e) {
            LOG.debug("Signals are handled by the JVM", e.getCause());
        } catch (ReflectiveOperationException e) {
            LOG.debug("Signals are handled by the JVM", e);
        }
    }

    private void handle(String name) throws ReflectiveOperationException {
        var signal = Class.forName("sun.misc.Signal");
        var handler = Class.forName("sun.misc.SignalHandler");
        var ours = Proxy.newProxyInstance(
                handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                    receiveIn(method, name);
                    return null;
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    }

    private void receiveIn(Method method, String name) {
        if (method.getDeclaringClass() != Object.class) {
            receive(name);
        }
    }

    /** The shutdown hook stops the service. */
    private void receive(String name) {
        if (stopping.compareAndSet(false, true)) {
            System.exit(0);
        } else {
            LOG.warn("Registrar ends at once because of a second signal, SIG{}", name);
            Runtime.getRuntime().halt(EXIT_CODES.get(name));
        }
    }
}
