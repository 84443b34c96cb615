package dev.registrar.gateway.launcher;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start of a service: it succeeds, or the process ends with a sentence on what is wrong. */
interface Start {
    Logger LOG = LoggerFactory.getLogger("registrar");

    void run() throws IOException;

    /** Starts, or says why not and exits with status 1. */
    static void orExplain(Start start) throws IOException {
        try {
            start.run();
        } catch (CompletionException e) {
            explain(e.getCause());
        } catch (IllegalStateException | IllegalArgumentException e) {
            explain(e);
        }
    }

    private static void explain(Throwable cause) {
        LOG.error("Registrar cannot start: {}", cause.getMessage());
        System.exit(1);
    }
}
