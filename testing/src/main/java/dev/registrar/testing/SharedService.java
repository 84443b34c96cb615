package dev.registrar.testing;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Injects a running service into tests. It is started once for all test classes of this JVM, so each test creates the resources
 * it needs under unique names. Gateways that a class starts are stopped after the class.
 */
public abstract class SharedService implements ParameterResolver, AfterAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedService.class);

    private final Class<? extends RunningService> type;
    private final Callable<? extends RunningService> start;

    protected <S extends RunningService> SharedService(Class<S> type, Callable<S> start) {
        this.type = type;
        this.start = start;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return shared(context).getOrComputeIfAbsent(type, key -> started());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        var service = shared(context).get(type, RunningService.class);
        if (service != null) {
            service.stopOtherGateways();
        }
    }

    /** Surefire gives each class of a JVM a root context of its own, but runs them all in one session. */
    private static ExtensionContext.Store shared(ExtensionContext context) {
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, NAMESPACE);
    }

    private RunningService started() {
        try {
            return start.call();
        } catch (Exception e) {
            throw new AssertionError("The service does not start", e);
        }
    }
}
