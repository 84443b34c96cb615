package dev.registrar.server.testing;

import dev.registrar.testing.SharedService;

/** Injects one running service into all tests that have a parameter for it. */
public final class ServiceExtension extends SharedService {
    public ServiceExtension() {
        super(Service.class, Service::start);
    }
}
