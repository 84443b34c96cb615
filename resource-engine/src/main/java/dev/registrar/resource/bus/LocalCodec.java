package dev.registrar.resource.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Passes a request to a verticle on the same node as it is; it is immutable. Between nodes, requests are JSON. */
final class LocalRequestCodec implements MessageCodec<ResourceRequest, ResourceRequest> {

    @Override
    public ResourceRequest transform(ResourceRequest request) {
        return request;
    }

    @Override
    public void encodeToWire(Buffer message, ResourceRequest request) {
        throw new UnsupportedOperationException(name());
    }

    @Override
    public ResourceRequest decodeFromWire(int position, Buffer message) {
        throw new UnsupportedOperationException(name());
    }

    @Override
    public String name() {
        return "registrar.local-request";
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
