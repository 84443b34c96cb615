package dev.registrar.server.faults.cluster;

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
 * @param configuration the folder with the configuration of the earlier release, which the next one must accept
 */
record Release(String name, Path jar, Path configuration, Path next) {
    private static final Map<String, String> MIGRATIONS = Map.of(
            "db/course/V9000__a_column_more.sql",
            "ALTER TABLE course.courses ADD COLUMN of_the_next_release text NOT NULL DEFAULT '';",
            "db/registration/V9000__a_column_and_an_index_more.sql",
            """
            ALTER TABLE registration.registrations ADD COLUMN of_the_next_release timestamptz;
            CREATE INDEX of_the_next_release ON registration.registrations (of_the_next_release);
            """);

    /**
     * Returns the upgrade from the release that was built in the folder {@code registrar.previous-release} to this one or, if none
     * is given, from this one to the same code with a newer schema.
     */
    static Release toReplace(Path directory) throws IOException {
        var previous = Optional.ofNullable(System.getProperty("registrar.previous-release"))
                .filter(name -> !name.isBlank())
                .map(Path::of);
        return previous.isPresent()
                ? from(previous.get())
                : new Release(
                        "to a newer schema",
                        ThreeNodes.JAR,
                        ThreeNodes.CONFIGURATION,
                        withNewerSchema(ThreeNodes.JAR, directory));
    }

    private static Release from(Path previous) {
        return new Release(
                "from the previous release",
                previous.resolve("server/target/registrar.jar"),
                previous.resolve("conf"),
                ThreeNodes.JAR);
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
