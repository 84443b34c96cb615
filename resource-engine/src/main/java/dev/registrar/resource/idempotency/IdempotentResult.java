package dev.registrar.resource.idempotency;

import dev.registrar.resource.bus.ResourceReply;
import java.util.function.Function;

/** What became of a request that is to have an effect once: its effect, or the answer that was given before. */
public sealed interface IdempotentResult<T> {

    /** The effect is committed now. */
    record Fresh<T>(T result) implements IdempotentResult<T> {}

    /** The effect was there already. */
    record Repeated<T>(ResourceReply answer) implements IdempotentResult<T> {}

    /** The answer that was given before, or the one that is made of the effect. */
    default <R> R fold(Function<T, R> fresh, Function<ResourceReply, R> repeated) {
        return this instanceof Fresh<T> now ? fresh.apply(now.result()) : repeated.apply(((Repeated<T>) this).answer());
    }
}
