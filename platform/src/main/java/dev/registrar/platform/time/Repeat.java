package dev.registrar.platform.time;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Repeats an asynchronous step any number of times. A step that is composed with the next one builds a chain of
 * futures, which takes memory for each step and overflows the stack when it completes after some thousand of them.
 */
public final class Repeat {
    private Repeat() {}

    /**
     * Repeats a step, each time with the result of the step before, until its result is the last one or it fails.
     * Nothing is done if the first value is the last one already.
     */
    public static <T> Future<T> until(Predicate<T> isLast, T first, Function<T, Future<T>> step) {
        var last = Promise.<T>promise();
        continueWith(first, isLast, step, last);
        return last.future();
    }

    private static <T> void continueWith(T result, Predicate<T> isLast, Function<T, Future<T>> step, Promise<T> last) {
        var next = Future.succeededFuture(result);
        while (next.succeeded() && !isLast.test(next.result())) {
            next = next.compose(step);
        }
        next.onSuccess(found -> {
                    if (isLast.test(found)) {
                        last.complete(found);
                    } else {
                        continueWith(found, isLast, step, last);
                    }
                })
                .onFailure(last::fail);
    }
}
