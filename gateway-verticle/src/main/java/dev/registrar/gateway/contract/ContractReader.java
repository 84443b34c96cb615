package dev.registrar.gateway.contract;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.ext.web.openapi.RouterBuilder;

/** Reads the contract on a worker thread: the toolkit computes for a second to check it. */
final class ContractReader extends AbstractVerticle {
    private volatile Contract contract;

    static Future<Contract> read(Vertx vertx) {
        var reader = new ContractReader();
        return vertx.deployVerticle(reader, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .compose(vertx::undeploy)
                .map(done -> reader.contract);
    }

    @Override
    public void start(Promise<Void> started) {
        RouterBuilder.create(vertx, Contract.RESOURCE)
                .map(Contract::of)
                .onSuccess(read -> contract = read)
                .<Void>mapEmpty()
                .onComplete(started);
    }
}
