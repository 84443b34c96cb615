package dev.registrar.server;

import dev.registrar.contract.WriteContract;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A contract for additional resource types, written in the same way as the build writes the product's contract. */
final class WrittenContract {
    private WrittenContract() {}

    /** Writes the contract to a folder and reads it from there as a gateway does. */
    static Future<Contract> of(List<Schema> schemas, Path folder, Vertx vertx) throws IOException {
        WriteContract.write(folder, schemas);
        return Contract.read(
                vertx,
                folder.resolve(Contract.REQUESTS).toString(),
                () -> vertx.fileSystem()
                        .readFileBlocking(folder.resolve(Contract.DOCUMENT).toString()));
    }
}
