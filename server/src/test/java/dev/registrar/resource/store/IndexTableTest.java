package dev.registrar.resource.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.registration.RegistrationVerticle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/indexes.md, which tells operators and integrators which filters are fast. */
class IndexTableTest {
    private static final Path PAGE = Path.of("..", "docs", "indexes.md");

    @Test
    void the_index_table_matches_the_declarations() throws IOException {
        var rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        var declared = IndexTable.rows(Stream.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA)
                .flatMap(schema -> schema.types().all().stream()));
        assertThat(rows)
                .as("the rows in docs/indexes.md, in the order of the declarations")
                .containsExactlyElementsOf(declared);
    }
}
