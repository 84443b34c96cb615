package dev.registrar.server.configuration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder with the operator's configuration files; the jar contains the defaults of missing files. */
public record ConfigurationFolder(Optional<Path> path) {
    private static final Path USUAL = Path.of("conf");

    /** Returns the requested folder or, without one, {@code conf} in the working directory, if it exists. */
    public static ConfigurationFolder of(Optional<Path> chosen) {
        return new ConfigurationFolder(
                chosen.or(() -> Optional.of(USUAL).filter(Files::isDirectory)).map(Path::toAbsolutePath));
    }

    /** Fails if the requested folder does not exist. */
    void requireExists() {
        path.filter(folder -> !Files.isDirectory(folder)).ifPresent(missing -> {
            throw new IllegalArgumentException("--conf %s is not a folder".formatted(missing));
        });
    }

    /** Returns the file with this name in the folder, unless it certainly does not exist; it may not be readable. */
    public Optional<Path> find(String name) {
        return path.filter(folder -> !name.isBlank())
                .map(folder -> folder.resolve(name))
                .filter(file -> !Files.notExists(file));
    }

    /** Describes to operators where files are looked for. */
    String search() {
        var working = Path.of("").toAbsolutePath();
        return path.map(folder -> "%s and %s".formatted(folder, working))
                .orElseGet(() -> "%s, where there is no folder %s".formatted(working, USUAL));
    }
}
