package dev.registrar.resource.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/**
 * Passes a body to a verticle on the same node as it is, without a copy: nobody changes it. Between nodes, bodies are JSON.
 *
 * @param <T> what is passed
 */
record LocalCodec<T>(String name) implements MessageCodec<T, T> {

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
