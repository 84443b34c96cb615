package dev.registrar.registration.enrollment.decision;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when {@link EnrollmentBus#DECIDE} has consumers although the built-in decider is configured: they are never
 * asked, which operators may not expect. The consumers never see the probe that detects them.
 */
public final class IgnoredDeciders {
    private static final Logger LOG = LoggerFactory.getLogger(IgnoredDeciders.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final String PROBE = "probe";

    private final Vertx vertx;
    private final Handler<DeliveryContext<Object>> interceptor = IgnoredDeciders::interceptProbe;

    public IgnoredDeciders(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Watches until the verticle of this context ends. */
    public void watch() {
        vertx.setPeriodic(0, INTERVAL.toMillis(), timer -> warn());
    }

    private void warn() {
        (vertx.isClustered() ? isConsumedInCluster() : isConsumedLocally()).onSuccess(isConsumed -> {
            if (isConsumed) {
                LOG.warn(
                        "The consumer at {} is never asked, because enrollment.decider is \"built-in\"; set it to \"bus\" to use it",
                        EnrollmentBus.DECIDE);
            }
        });
    }

    /** The cluster manager knows the consumers of all nodes. */
    private Future<Boolean> isConsumedInCluster() {
        var registrations = Promise.<List<RegistrationInfo>>promise();
        ((VertxInternal) vertx).getClusterManager().getRegistrations(EnrollmentBus.DECIDE, registrations);
        return registrations.future().map(found -> !found.isEmpty());
    }

    /**
     * On a single node, a probe message shows whether there is a consumer; the interceptor, which all messages pass
     * meanwhile, stops it before the consumer.
     */
    private Future<Boolean> isConsumedLocally() {
        var bus = vertx.eventBus().addInboundInterceptor(interceptor);
        return bus.request(
                        EnrollmentBus.DECIDE,
                        null,
                        new DeliveryOptions().setLocalOnly(true).addHeader(PROBE, ""))
                .map(true)
                .otherwise(failure -> !EnrollmentBus.isWithoutConsumer(failure))
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
