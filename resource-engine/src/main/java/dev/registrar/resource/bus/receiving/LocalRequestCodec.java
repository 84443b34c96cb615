package dev.registrar.resource.bus.receiving;

import dev.registrar.resource.bus.ResourceRequest;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Passes a request to a verticle on the same node as it is; it is immutable. Between nodes, requests are JSON. */
public final class LocalRequestCodec implements MessageCodec<ResourceRequest, ResourceRequest> {
    private static final String NAME = "registrar.local-request";

    private LocalRequestCodec() {}

    /** Registers the codec on this node; called by each endpoint before it consumes requests. */
    public static void register(Vertx vertx) {
        vertx.sharedData().<String, Boolean>getLocalMap(NAME).computeIfAbsent(NAME, first -> {
            vertx.eventBus().registerDefaultCodec(ResourceRequest.class, new LocalRequestCodec());
            return true;
        });
    }

    @Override
    public ResourceRequest transform(ResourceRequest request) {
        return request;
    }

    @Override
    public void encodeToWire(Buffer message, ResourceRequest request) {
        throw new UnsupportedOperationException(NAME);
    }

    @Override
    public ResourceRequest decodeFromWire(int position, Buffer message) {
        throw new UnsupportedOperationException(NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
