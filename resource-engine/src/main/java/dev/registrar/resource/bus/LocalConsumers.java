package dev.registrar.resource.bus;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;

/** The addresses that have a consumer on this node. Vert.x itself only knows which nodes of the cluster consume an address. */
public final class LocalConsumers {
    private static final String NAME = "registrar.local-consumers";

    private LocalConsumers() {}

    /** Records that an address has a consumer on this node. */
    public static void add(Vertx vertx, String address) {
        addresses(vertx).put(address, true);
    }

    /** Records that an address no longer has a consumer on this node. */
    public static void remove(Vertx vertx, String address) {
        addresses(vertx).remove(address);
    }

    /** Whether an address has a consumer on this node. */
    public static boolean contain(Vertx vertx, String address) {
        return addresses(vertx).containsKey(address);
    }

    private static LocalMap<String, Boolean> addresses(Vertx vertx) {
        return vertx.sharedData().getLocalMap(NAME);
    }
}
