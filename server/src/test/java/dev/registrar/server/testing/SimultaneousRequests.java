package dev.registrar.server.testing;

import dev.registrar.testing.Await;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Requests that wait for a connection to PostgreSQL at the same time.
 *
 * @param service a service with metrics
 * @param pool of the connections: {@code write} or {@code read}
 * @param connections the number of these connections
 */
public record SimultaneousRequests(Service service, String pool, int connections) {

    /** What keeps the first requests from ending, until it is removed; it can be removed twice. */
    @FunctionalInterface
    public interface Obstacle {
        void remove() throws SQLException;
    }

    /**
     * Makes requests to which there is an obstacle, so that the first ones occupy all connections, and the others wait for
     * one.
     *
     * @return the results, in the order of the items
     */
    public <T, R> List<R> send(Obstacle obstacle, List<T> items, Function<T, R> request) throws SQLException {
        var senders = Executors.newFixedThreadPool(items.size());
        try {
            awaitNoneOccupied();
            List<CompletableFuture<R>> sent = new ArrayList<>();
            for (var item : items) {
                sent.add(CompletableFuture.supplyAsync(() -> request.apply(item), senders));
                if (sent.size() <= connections) {
                    Await.until("it occupies a connection", () -> occupied() >= sent.size());
                }
            }
            Await.until("the others wait for a connection", () -> waiting() >= items.size() - connections);
            obstacle.remove();
            return sent.stream().map(CompletableFuture::join).toList();
        } finally {
            obstacle.remove();
            senders.shutdownNow();
        }
    }

    /** A connection may still be in use when the response to the request before has arrived. */
    public void awaitNoneOccupied() {
        Await.until("no connection is in use", () -> occupied() == 0);
    }

    /** How many connections are in use now. */
    public double occupied() {
        return metric("registrar_database_connections_in_use");
    }

    /** How many requests wait for a connection now. */
    public double waiting() {
        return metric("registrar_database_waiting");
    }

    private double metric(String name) {
        return Exposition.of(service.operations()).value(name, "pool=\"%s\"".formatted(pool));
    }
}
