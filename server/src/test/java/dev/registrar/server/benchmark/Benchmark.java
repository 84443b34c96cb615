package dev.registrar.server.benchmark;

import dev.registrar.testing.authentication.AuthorizationServer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;

/** Compares the service with the reference server; docs/benchmark.md explains the command line and the results. */
public final class Benchmark {
    private static final Path FOLDER = Path.of("target", "benchmark");

    private final Options options;
    private final AuthorizationServer authorizationServer;
    private final BenchmarkDatabase database;

    private Benchmark(Options options, AuthorizationServer authorizationServer, BenchmarkDatabase database) {
        this.options = options;
        this.authorizationServer = authorizationServer;
        this.database = database;
    }

    public static void main(String[] arguments) throws Exception {
        var options = Options.parse(arguments);
        var vertx = Vertx.vertx();
        try (var authorizationServer = new AuthorizationServer(vertx);
                var database = BenchmarkDatabase.start(databases(options), options.courses())) {
            new Benchmark(options, authorizationServer, database).run();
        } finally {
            vertx.close();
        }
    }

    /** The million registrations of exports would make the others slower. */
    private static Path databases(Options options) {
        return options.isTransfer() ? FOLDER.resolve("transfer") : FOLDER;
    }

    private void run() throws Exception {
        var service = install("service", options.jar());
        if (!database.hasTables()) {
            service.createTables();
        }
        database.fillIfEmpty();
        if (options.isTransfer()) {
            measureTransfers(service);
        } else if (options.isRush()) {
            measureRush(service);
        } else {
            compare(service);
        }
    }

    private void compare(ServiceInstallation service) throws Exception {
        try (var contestants = new Contestants()) {
            contestants.addReference(database.uri());
            var registrar = contestants.addService(Contestants.SERVICE, service);
            if (options.before().isPresent()) {
                contestants.addService(
                        "before", install("before", options.before().get()));
            }
            contestants.addOtherLogins(registrar, authorizationServer);
            measure(contestants);
        }
    }

    private void measureRush(ServiceInstallation service) throws Exception {
        database.undoWrites();
        try (var server = service.start()) {
            System.out.print(new Rush(options, server, database).measure());
        }
        database.undoWrites();
    }

    private void measureTransfers(ServiceInstallation service) throws Exception {
        var files = new CatalogueFiles(FOLDER.resolve("transfer"), options.data());
        database.undoWrites();
        try (var server = service.start()) {
            System.out.print(new Transfers(options, server, database, files).measure());
        }
    }

    private ServiceInstallation install(String name, Path jar) throws IOException {
        return new ServiceInstallation(FOLDER.resolve(name), jar, database.uri(), authorizationServer);
    }

    private void measure(Contestants contestants) throws Exception {
        database.undoWrites();
        var rounds = new Rounds(options, database, contestants);
        System.out.print(Report.HEADER);
        for (var shape : options.shapes()) {
            System.out.print(new Report(rounds.measure(shape)).rows());
        }
    }
}
