package dev.registrar.resource.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Injects a running library into tests. It is started once for all test classes, so each test creates the resources it needs under
 * unique names.
 */
public final class LibraryExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(LibraryExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Library.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Library.class, key -> start(), Library.class);
    }

    private static Library start() {
        try {
            return Library.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
