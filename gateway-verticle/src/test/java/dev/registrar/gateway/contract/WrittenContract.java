package dev.registrar.gateway.contract;

import dev.registrar.gateway.launcher.WriteContract;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A contract of other resource types than those of the product, written as the build writes that one. */
public final class WrittenContract {
    private WrittenContract() {}

    /** Writes it to a folder, and reads it there as a gateway does. */
    public static Future<Contract> of(List<Schema> schemas, Path folder, Vertx vertx) throws IOException {
        WriteContract.write(folder, schemas);
        return ContractReader.read(
                vertx,
                folder.resolve(Contract.REQUESTS).toString(),
                () -> vertx.fileSystem()
                        .readFileBlocking(folder.resolve(Contract.DOCUMENT).toString()));
    }
}
