package dev.registrar.resource.bus;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.shareddata.Shareable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses that have a consumer on this node. Vert.x itself only knows which nodes of the cluster consume an
 * address. Thread-safe.
 */
public final class LocalConsumers implements Shareable {
    private static final String SUFFIX_OF_OBJECTS = ".local";

    private final Set<String> addresses = ConcurrentHashMap.newKeySet();

    private LocalConsumers(Vertx vertx) {
        vertx.eventBus()
                .registerDefaultCodec(ResourceRequest.class, new LocalCodec<>("registrar.local-request"))
                .registerDefaultCodec(ResourceReply.class, new LocalCodec<>("registrar.local-reply"));
    }

    public static LocalConsumers of(Vertx vertx) {
        return vertx.sharedData()
                .<String, LocalConsumers>getLocalMap(LocalConsumers.class.getName())
                .computeIfAbsent("", first -> new LocalConsumers(vertx));
    }

    /**
     * The address at which the consumers of an address receive requests of their own node, as objects. Other verticles
     * may consume the address itself: there, a request is always JSON.
     */
    public static String addressOfObjects(String address) {
        return address + SUFFIX_OF_OBJECTS;
    }

    public void add(String address) {
        addresses.add(address);
    }

    public void remove(String address) {
        addresses.remove(address);
    }

    /** Options for a message to a consumer on this node if there is one, otherwise to any in the cluster. */
    public DeliveryOptions toNearest(String address) {
        return new DeliveryOptions().setLocalOnly(addresses.contains(address));
    }

    /** Passes a body on without a copy: nobody changes it. Between nodes, bodies are JSON. */
    private record LocalCodec<T>(String name) implements MessageCodec<T, T> {

        @Override
        public T transform(T body) {
            return body;
        }

        @Override
        public void encodeToWire(Buffer message, T body) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public T decodeFromWire(int position, Buffer message) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public byte systemCodecID() {
            return -1;
        }
    }
}
