package dev.registrar.registration.enrollment;

import dev.registrar.platform.operations.NodeCluster;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when {@link EnrollmentBus#DECIDE} has other consumers than operators may expect: some that are never asked,
 * because the built-in decider is configured, or several, which share the questions. The consumers never see the probe
 * that detects them.
 */
final class DeciderConsumers {
    private static final Logger LOG = LoggerFactory.getLogger(DeciderConsumers.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final String PROBE = "probe";

    private final Vertx vertx;
    private final boolean areAsked;
    private final Handler<DeliveryContext<Object>> interceptor = DeciderConsumers::interceptProbe;
    private int known;

    DeciderConsumers(Vertx vertx, boolean areAsked) {
        this.vertx = vertx;
        this.areAsked = areAsked;
    }

    /** Watches until the verticle of this context ends, and warns when their number changes. */
    void watch() {
        vertx.setPeriodic(
                0,
                INTERVAL.toMillis(),
                timer -> NodeCluster.of(vertx)
                        .map(cluster -> cluster.countConsumers(EnrollmentBus.DECIDE))
                        .orElseGet(this::countLocally)
                        .onSuccess(this::learn));
    }

    private void learn(int count) {
        if (count != known) {
            known = count;
            warn();
        }
    }

    private void warn() {
        if (!areAsked && known > 0) {
            LOG.warn(
                    "The consumer at {} is never asked, because enrollment.decider is \"built-in\"; set it to \"bus\" to use it",
                    EnrollmentBus.DECIDE);
        }
        if (areAsked && known > 1) {
            LOG.warn(
                    "{} consumers at {} share the questions: if a decider keeps something in memory, such as seats, only one may"
                            + " consume at a time and the others must stand by",
                    known,
                    EnrollmentBus.DECIDE);
        }
    }

    /**
     * On a single node, a probe message shows whether there is a consumer, but not how many; the interceptor, which all
     * messages pass meanwhile, stops it before the consumer.
     */
    private Future<Integer> countLocally() {
        var bus = vertx.eventBus().addInboundInterceptor(interceptor);
        return bus.request(
                        EnrollmentBus.DECIDE,
                        null,
                        new DeliveryOptions()
                                .setLocalOnly(true)
                                .setSendTimeout(INTERVAL.toMillis())
                                .addHeader(PROBE, ""))
                .map(1)
                .otherwise(failure -> EnrollmentBus.isWithoutConsumer(failure) ? 0 : 1)
                .onComplete(probed -> bus.removeInboundInterceptor(interceptor));
    }

    private static void interceptProbe(DeliveryContext<Object> delivery) {
        var message = delivery.message();
        if (message.address().equals(EnrollmentBus.DECIDE) && message.headers().contains(PROBE)) {
            message.reply(null);
        } else {
            delivery.next();
        }
    }
}
