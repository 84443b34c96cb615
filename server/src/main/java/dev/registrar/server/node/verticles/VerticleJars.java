package dev.registrar.server.node.verticles;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import io.vertx.core.Verticle;
import io.vertx.core.spi.VerticleFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The jars in the folder of custom verticles. Their classes are loaded apart from ours, which they may use. */
record VerticleJars(String folder, ClassLoader loader) {
    /**
     * Opens all jars in a folder, whose name is blank for none. Fails with the folder or the jar that cannot be read.
     * Blocks.
     */
    static VerticleJars in(String folder) {
        var ours = VerticleJars.class.getClassLoader();
        return new VerticleJars(
                folder,
                folder.isBlank()
                        ? ours
                        : new URLClassLoader(
                                jarsIn(Path.of(folder)).map(VerticleJars::url).toArray(URL[]::new), ours));
    }

    private static Stream<Path> jarsIn(Path folder) {
        try (var files = Files.list(folder)) {
            var jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw error("verticles.folder: there is no jar in %s".formatted(folder));
            }
            return jars.stream();
        } catch (IOException e) {
            throw error("verticles.folder: %s must be a folder that this process may read".formatted(folder));
        }
    }

    /** A class loader would silently ignore what it cannot read. */
    private static URL url(Path jar) {
        try (var readable = new JarFile(jar.toFile())) {
            return Path.of(readable.getName()).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw error("verticles.folder: %s cannot be read (%s)".formatted(jar, e.getMessage()));
        }
    }

    /** The factories in these jars, by the SPI that Vert.x documents for deploying verticles by other names. */
    List<VerticleFactory> factories() {
        return folder.isBlank()
                ? List.of()
                : ServiceLoader.load(VerticleFactory.class, loader).stream()
                        .filter(factory -> factory.type().getClassLoader() == loader)
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /** Fails with a message for operators unless this is a class that Vert.x can deploy. */
    void requireVerticle(String className) {
        try {
            if (!Verticle.class.isAssignableFrom(loader.loadClass(className))) {
                throw error("verticles.deploy: %s does not implement io.vertx.core.Verticle".formatted(className));
            }
        } catch (ClassNotFoundException e) {
            throw error("verticles.deploy: there is no class or verticle factory for \"%s\" %s"
                    .formatted(className, place()));
        } catch (LinkageError e) {
            throw error("verticles.deploy: %s cannot be loaded (%s); everything it needs must be %s"
                    .formatted(className, e, place()));
        }
    }

    private String place() {
        return folder.isBlank()
                ? "on the class path; the folder of its jar is missing (--verticles or verticles.folder)"
                : "in the jars of " + folder;
    }

    private static StartException error(String message) {
        return new StartException(StartFailure.VERTICLE, message);
    }
}
