package dev.registrar.platform.time;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Repeats an asynchronous step any number of times. A step that is composed with the next one builds a chain of
 * futures, which takes memory for each step and overflows the stack when it completes after some thousand of them.
 */
public final class Repeat<T> {
    private final Function<T, Future<T>> step;
    private final Predicate<T> isLast;
    private final Promise<T> last = Promise.promise();

    private Repeat(Function<T, Future<T>> step, Predicate<T> isLast) {
        this.step = step;
        this.isLast = isLast;
    }

    /**
     * Repeats a step, each time with the result of the step before, until its result is the last one or it fails.
     * Nothing is done if the first value is the last one already.
     */
    public static <T> Future<T> until(Predicate<T> isLast, T first, Function<T, Future<T>> step) {
        var repeat = new Repeat<>(step, isLast);
        repeat.continueWith(first);
        return repeat.last.future();
    }

    private void continueWith(T result) {
        var next = Future.succeededFuture(result);
        while (next.succeeded() && !isLast.test(next.result())) {
            next = take(next.result());
        }
        next.onSuccess(this::completeOrContinue).onFailure(last::fail);
    }

    private void completeOrContinue(T result) {
        if (isLast.test(result)) {
            last.complete(result);
        } else {
            continueWith(result);
        }
    }

    private Future<T> take(T result) {
        try {
            return step.apply(result);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }
}
