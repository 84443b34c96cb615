package dev.registrar.gateway.contract;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes {@code openapi.yaml} as JSON while the service is built, as a start would spend most of its time on reading YAML. Runs
 * in the build alone.
 */
public final class ContractFiles {
    private static final String SOURCE = "openapi.yaml";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ContractFiles() {}

    /** Takes one argument: the folder with the contract, where the others are written. */
    public static void main(String[] arguments) throws IOException {
        var folder = Path.of(arguments[0]);
        var contract =
                (ObjectNode) new YAMLMapper().readTree(folder.resolve(SOURCE).toFile());
        JSON.writeValue(folder.resolve(Contract.DOCUMENT).toFile(), contract);
        removeResponses(contract);
        JSON.writeValue(folder.resolve(Contract.REQUESTS).toFile(), contract);
    }

    /** The toolkit takes most of its time to check them, and then makes no use of them. */
    private static void removeResponses(ObjectNode contract) {
        var unspecified = JSON.createObjectNode();
        unspecified.putObject("default").put("description", "");
        contract.path("paths")
                .forEach(path -> path.forEach(operation -> {
                    if (operation.has("responses")) {
                        ((ObjectNode) operation).set("responses", unspecified);
                    }
                }));
        ((ObjectNode) contract.path("components")).remove(List.of("responses", "headers"));
    }
}
