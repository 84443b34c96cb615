package dev.registrar.gateway.launcher.configuration;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the operator keeps the files of the configuration; the defaults of those that are not there are in the jar. */
public final class ConfigurationFolder {
    private static final Path USUAL = Path.of("conf");

    private final Optional<Path> path;

    private ConfigurationFolder(Optional<Path> path) {
        this.path = path;
    }

    /** No folder: the defaults alone. */
    static ConfigurationFolder none() {
        return new ConfigurationFolder(Optional.empty());
    }

    /** The one that is asked for, else {@code conf} of the working directory, if it is there. */
    public static ConfigurationFolder of(Optional<Path> chosen) {
        return new ConfigurationFolder(
                chosen.or(() -> Optional.of(USUAL).filter(Files::isDirectory)).map(Path::toAbsolutePath));
    }

    /** Fails when the folder that is asked for is not there. */
    void requireExists() {
        path.filter(folder -> !Files.isDirectory(folder)).ifPresent(missing -> {
            throw new IllegalArgumentException("--conf %s is not a folder".formatted(missing));
        });
    }

    /** A file of the folder, if it is there. */
    public Optional<Path> file(String name) {
        return path.map(folder -> folder.resolve(name)).filter(Files::isRegularFile);
    }

    /** Where files are looked for, as operators are told. */
    String search() {
        var working = Path.of("").toAbsolutePath();
        return path.map(folder -> "%s and %s".formatted(folder, working))
                .orElseGet(() -> "%s, where there is no folder %s".formatted(working, USUAL));
    }

    /** The file that the jar has. */
    static InputStream openDefault(String name) {
        var file = ConfigurationFolder.class.getResourceAsStream("/" + name);
        if (file == null) {
            throw new IllegalStateException("There is no %s on the class path".formatted(name));
        }
        return file;
    }
}
