package dev.registrar.server;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.contract.ContractWriter;
import dev.registrar.contract.WriteContract;
import dev.registrar.course.CourseVerticle;
import dev.registrar.events.EventProcesses;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Studios;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.ContractedResponses;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A verticle with the new resource types {@link Studios}, and a gateway whose contract has them. */
record NewTypes(Service service, String deployment, Client admin, Client reader) implements AutoCloseable {

    /**
     * Deploys both.
     *
     * @param folder where the contract is written; it may be deleted afterwards
     */
    static NewTypes deploy(Service service, Path folder) throws IOException {
        var configuration = Service.configuration(service.databaseUri());
        Await.success(new NodeDatabase(service.vertx(), configuration).migrate(List.of(Studios.SCHEMA)));
        var deployment = Await.success(service.vertx()
                .deployVerticle(
                        new ResourceVerticle(Studios.SCHEMA, EventProcesses.ALL),
                        new DeploymentOptions().setConfig(configuration)));
        var schemas = List.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA, Studios.SCHEMA);
        ContractedResponses.addContract(ContractWriter.write(schemas));
        var gateway = Client.of(
                "http://127.0.0.1:" + service.startGateway(writtenContract(schemas, folder, service.vertx())));
        var reader = gateway.withCredentials("reader", "reader");
        // Loads the contract while the folder exists.
        reader.get("/v1/openapi.json").expectStatus(200);
        return new NewTypes(service, deployment, gateway.withCredentials("admin", "admin"), reader);
    }

    /** Writes the contract to a folder and reads it from there as a gateway does. */
    private static Future<Contract> writtenContract(List<Schema> schemas, Path folder, Vertx vertx) throws IOException {
        WriteContract.write(folder, schemas);
        return Contract.read(
                vertx,
                folder.resolve(Contract.REQUESTS).toString(),
                () -> vertx.fileSystem()
                        .readFileBlocking(folder.resolve(Contract.DOCUMENT).toString()));
    }

    @Override
    public void close() {
        Await.success(service.vertx().undeploy(deployment));
    }

    static Document studio(String name, int seats) {
        return Document.of("studios").attribute("studio_name", name).attribute("seats", seats);
    }

    static Document instrument(String name, String studio) {
        return Document.of("instruments")
                .attribute("instrument_name", name)
                .relationship("studio", Document.linkage("studios", studio));
    }

    static String url(String studio) {
        return "/v1/studios/%s/".formatted(studio);
    }

    @CanIgnoreReturnValue
    String create(String collection, Document document) {
        return admin.post(collection, document).expectStatus(201).id();
    }
}
