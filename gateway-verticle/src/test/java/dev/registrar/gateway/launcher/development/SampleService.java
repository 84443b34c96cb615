package dev.registrar.gateway.launcher.development;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.resource.bus.sending.ResourceClient;

/** A service with the sample catalogue, in the JVM of the test. */
final class SampleService {
    private SampleService() {}

    /** Starts the service, and waits until each sample registration is decided. */
    static Service start() throws Exception {
        var service = Service.start();
        Await.success(new SampleCatalogue(service.vertx(), new ResourceClient(service.vertx())).loadIfEmpty());
        Await.until(
                "all registrations are decided",
                () -> service.reader()
                        .get("/v1/registrations/?filter[enrollment]=pending")
                        .text("/meta/pagination/count")
                        .equals("0"));
        return service;
    }
}
