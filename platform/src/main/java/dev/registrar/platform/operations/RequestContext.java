package dev.registrar.platform.operations;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.future.FutureInternal;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.context.storage.ContextLocal;
import java.util.Optional;

/**
 * The request that work belongs to: on the event loop, on worker threads, and after every asynchronous step. Vert.x
 * handles each HTTP request and each message in a context of its own, which keeps this object.
 *
 * <p>Uses internal classes of Vert.x, as tracers do, until its public ones give access to the context of a request.
 */
public final class RequestContext {
    private String requestId = "";
    private String operation = "";
    private Optional<TraceParent> trace = Optional.empty();

    private RequestContext() {}

    /**
     * Vert.x loads this before it creates its first context, whose size depends on what has been registered until then.
     */
    public static final class Registration implements VertxServiceProvider {
        private static final ContextLocal<RequestContext> LOCAL = ContextLocal.registerLocal(RequestContext.class);

        @Override
        public void init(VertxBuilder builder) {}
    }

    /** The request that the calling code works for, if it works for one. */
    public static Optional<RequestContext> current() {
        return of(Vertx.currentContext());
    }

    /** The request of a context, if it belongs to one; {@code null} stands for code outside of Vert.x. */
    public static Optional<RequestContext> of(Context context) {
        return context == null ? Optional.empty() : Optional.ofNullable(Registration.LOCAL.get(context));
    }

    /**
     * The request of the current context, which begins now if it has not begun; without a context, one that nobody
     * sees.
     */
    public static RequestContext begin() {
        return begin(Vertx.currentContext());
    }

    /** Like {@link #begin()}, for a given context. */
    public static RequestContext begin(Context context) {
        // A context that is not a duplicate is shared by everything that a verticle does.
        return context instanceof ContextInternal internal && internal.isDuplicate()
                ? Registration.LOCAL.get(context, RequestContext::new)
                : new RequestContext();
    }

    /**
     * A future that completes in the current context, and thus for its request. What several requests share or wait
     * for, such as their turn, would otherwise go on in the context of another request, or in that of a verticle.
     */
    public static <T> Future<T> kept(Future<T> shared) {
        var own = (ContextInternal) Vertx.currentContext();
        if (own == null || isKept(own, shared)) {
            return shared;
        }
        var result = own.<T>promise();
        shared.onComplete(result);
        return result.future();
    }

    /** A promise whose future completes in the context of another future, if that one has a context. */
    public static <T> Promise<T> promiseLike(Future<T> future) {
        var context = ((FutureInternal<T>) future).context();
        return context == null ? Promise.promise() : context.promise();
    }

    private static boolean isKept(Context own, Future<?> future) {
        var context = ((FutureInternal<?>) future).context();
        return context == own || (context == null && future.isComplete());
    }

    public void setRequestId(String id) {
        requestId = id;
    }

    public void setOperation(String operationId) {
        operation = operationId;
    }

    public void setTrace(TraceParent parent) {
        trace = Optional.of(parent);
    }

    /** Keeps the trace that the sender of a request or message says it belongs to, unless it is known already. */
    public void readTrace(MultiMap headers) {
        if (trace.isEmpty()) {
            trace = TraceParent.in(headers);
        }
    }

    /** Adds the current trace to a message. A tracer, if there is one, replaces this header by that of its own span. */
    @CanIgnoreReturnValue
    public static DeliveryOptions addTrace(DeliveryOptions options) {
        current()
                .flatMap(RequestContext::trace)
                .ifPresent(trace -> options.addHeader(TraceParent.NAME, trace.toString()));
        return options;
    }

    /** The id of the request; blank until it is known. */
    public String requestId() {
        return requestId;
    }

    /** The operationId of the contract, such as {@code read course}; blank if it is not known. */
    public String operation() {
        return operation;
    }

    /** The span of a trace that this work belongs to. */
    public Optional<TraceParent> trace() {
        return trace;
    }
}
