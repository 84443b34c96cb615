package dev.registrar.server.development;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;

/** A service with the sample catalogue, in the JVM of the test. */
final class SampleService {
    private SampleService() {}

    /** Starts the service, and waits until each sample registration is decided. */
    static Service start() throws Exception {
        var service = Service.start();
        Await.success(new SampleCatalogue(service.vertx(), Service.configuration(service.databaseUri())).loadIfEmpty());
        Await.until(
                "all registrations but the abandoned one are decided",
                () -> service.reader()
                        .get("/v1/registrations/?filter[enrollment]=pending")
                        .text("/meta/pagination/count")
                        .equals("1"));
        return service;
    }
}
