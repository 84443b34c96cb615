package dev.registrar.gateway.contract;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.openapi.RouterBuilder;
import java.util.function.Supplier;

/**
 * Reads the contract on a worker thread, because the toolkit needs some hundred milliseconds of computation to check
 * it.
 */
final class ContractReader extends AbstractVerticle {
    private final String requests;
    private final Supplier<Buffer> document;
    private volatile Contract contract;

    private ContractReader(String requests, Supplier<Buffer> document) {
        this.requests = requests;
        this.document = document;
    }

    /**
     * Reads the contract.
     *
     * @param requests a resource on the class path, or a file, with the contract without its responses
     * @param document reads the whole contract
     */
    static Future<Contract> read(Vertx vertx, String requests, Supplier<Buffer> document) {
        var reader = new ContractReader(requests, document);
        return vertx.deployVerticle(reader, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .compose(vertx::undeploy)
                .map(done -> reader.contract);
    }

    @Override
    public void start(Promise<Void> started) {
        RouterBuilder.create(vertx, requests)
                .map(builder -> Contract.of(builder, document))
                .onSuccess(read -> contract = read)
                .<Void>mapEmpty()
                .onComplete(started);
    }
}
