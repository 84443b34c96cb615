package dev.registrar.gateway.launcher;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.openapi.ContractWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the OpenAPI contract of all that a node can offer. Maven runs it after the compiler. */
public final class WriteContract {
    private WriteContract() {}

    /** Takes one argument: the folder to write to. */
    public static void main(String[] arguments) throws IOException {
        var folder = Path.of(arguments[0]);
        var contract = ContractWriter.write(Deployment.SCHEMAS);
        Files.writeString(folder.resolve(Contract.DOCUMENT), contract.encodePrettily());
        var requests = ContractWriter.withoutResponses(contract);
        Files.writeString(folder.resolve(Contract.REQUESTS), requests.encode());
    }
}
