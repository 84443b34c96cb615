package dev.registrar.resource.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.registration.RegistrationVerticle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** INDEXES.md, which tells operators and integrators which filters are fast. */
class IndexTableTest {
    private static final Path PAGE = Path.of("..", "resource-engine", "INDEXES.md");

    @Test
    void the_index_table_matches_the_declarations() throws IOException {
        var rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        var declared = Stream.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA)
                .flatMap(schema -> schema.types().all().stream())
                .flatMap(type -> type.attributes().stream().map(attribute -> IndexTable.row(type, attribute)))
                .toList();
        assertThat(rows)
                .as("the rows in resource-engine/INDEXES.md, in the order of the declarations")
                .containsExactlyElementsOf(declared);
    }
}
