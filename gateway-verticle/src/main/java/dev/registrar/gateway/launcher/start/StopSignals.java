package dev.registrar.gateway.launcher.start;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles SIGTERM and SIGINT (Ctrl+C): the first signal stops the process without losing requests, with exit code 0;
 * the second one ends it at once.
 */
final class StopSignals {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");
    private static final List<String> NAMES = List.of("TERM", "INT");
    private static final int STATUS_AT_ONCE = 1;

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
            for (var name : NAMES) {
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
        var ours = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, this::invoke);
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    }

    private Object invoke(Object proxy, Method method, Object[] arguments) {
        if (method.getDeclaringClass() != Object.class) {
            receive();
        }
        return null;
    }

    /** The shutdown hook stops the service. */
    private void receive() {
        if (stopping.compareAndSet(false, true)) {
            System.exit(0);
        } else {
            LOG.warn("Registrar ends at once because of a second signal");
            Runtime.getRuntime().halt(STATUS_AT_ONCE);
        }
    }
}
