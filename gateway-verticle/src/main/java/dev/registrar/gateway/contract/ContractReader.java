package dev.registrar.gateway.contract;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.ext.web.openapi.RouterBuilder;

/**
 * Reads the contract on a worker thread, because the toolkit needs some hundred milliseconds of computation to check
 * it.
 */
final class ContractReader extends AbstractVerticle {
    private final String resource;
    private volatile Contract contract;

    private ContractReader(String resource) {
        this.resource = resource;
    }

    static Future<Contract> read(Vertx vertx, String resource) {
        var reader = new ContractReader(resource);
        return vertx.deployVerticle(reader, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .compose(vertx::undeploy)
                .map(done -> reader.contract);
    }

    @Override
    public void start(Promise<Void> started) {
        RouterBuilder.create(vertx, resource)
                .map(Contract::of)
                .onSuccess(read -> contract = read)
                .<Void>mapEmpty()
                .onComplete(started);
    }
}
