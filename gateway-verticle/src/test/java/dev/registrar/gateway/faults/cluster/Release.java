package dev.registrar.gateway.faults.cluster;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A release and the next one, which replaces it in a rolling upgrade.
 *
 * @param name describes the upgrade
 */
record Release(String name, Path jar, Path next) {
    private static final Map<String, String> MIGRATIONS = Map.of(
            "db/course/V9000__a_column_more.sql",
            "ALTER TABLE course.courses ADD COLUMN of_the_next_release text NOT NULL DEFAULT '';",
            "db/registration/V9000__a_column_and_an_index_more.sql",
            """
            ALTER TABLE registration.registrations ADD COLUMN of_the_next_release timestamptz;
            CREATE INDEX of_the_next_release ON registration.registrations (of_the_next_release);
            """);

    /**
     * Returns the upgrade from the release in {@code registrar.previous-jar} to this one or, if none is given, from this one to
     * the same code with a newer schema.
     */
    static Release toReplace(Path directory) throws IOException {
        var previous = Optional.ofNullable(System.getProperty("registrar.previous-jar"))
                .filter(name -> !name.isBlank())
                .map(Path::of);
        return previous.isPresent()
                ? new Release("from the previous release", previous.get(), ThreeNodes.JAR)
                : new Release("to a newer schema", ThreeNodes.JAR, withNewerSchema(ThreeNodes.JAR, directory));
    }

    private static Path withNewerSchema(Path jar, Path directory) throws IOException {
        var newer = Files.copy(jar, directory.resolve("registrar-next.jar"));
        try (var content = FileSystems.newFileSystem(newer)) {
            for (var migration : MIGRATIONS.entrySet()) {
                Files.writeString(content.getPath(migration.getKey()), migration.getValue());
            }
        }
        return newer;
    }
}
