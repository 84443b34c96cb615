package dev.registrar.gateway.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the running service. It is started once for all test classes, so a test makes the resources that it needs,
 * under names of its own.
 */
public final class ServiceExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(ServiceExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Service.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Service.class, key -> start(), Service.class);
    }

    private static Service start() {
        try {
            return Service.start();
        } catch (Exception e) {
            throw new AssertionError("The service does not start", e);
        }
    }
}
