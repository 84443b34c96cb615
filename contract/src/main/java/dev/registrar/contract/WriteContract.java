package dev.registrar.contract;

import dev.registrar.course.CourseVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.type.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the OpenAPI contract of everything that a node can offer. Maven runs it after the compiler. */
public final class WriteContract {
    /** The gateway reads these files. The second one has no responses, which a start does not need. */
    private static final String DOCUMENT = "openapi.json";

    private static final String REQUESTS = "openapi-requests.json";

    private WriteContract() {}

    /** Takes one argument: the folder to write to. */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), List.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA));
    }

    /** Writes the contract of a node that offers the resource types of these schemas. */
    public static void write(Path folder, List<Schema> schemas) throws IOException {
        var contract = ContractWriter.write(schemas);
        Files.writeString(folder.resolve(DOCUMENT), contract.encodePrettily());
        var requests = ContractWriter.withoutResponses(contract);
        Files.writeString(folder.resolve(REQUESTS), requests.encode());
    }
}
