package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.ResourceReply;
import java.util.function.Function;

/** The result of a request that must take effect only once: its effect, or the reply to the first request. */
public sealed interface IdempotentResult<T> {

    /** The effect was committed by this request. */
    record Fresh<T>(T result) implements IdempotentResult<T> {}

    /** The effect was committed by an earlier request. */
    record Repeated<T>(ResourceReply reply) implements IdempotentResult<T> {}

    /** Applies one of the functions: to the new effect, or to the reply of the earlier request. */
    default <R> R fold(Function<T, R> fresh, Function<ResourceReply, R> repeated) {
        return this instanceof Fresh<T> now ? fresh.apply(now.result()) : repeated.apply(((Repeated<T>) this).reply());
    }
}
