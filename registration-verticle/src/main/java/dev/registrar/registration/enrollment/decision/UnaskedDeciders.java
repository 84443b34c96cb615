package dev.registrar.registration.enrollment.decision;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of consumers at {@link EnrollmentBus#DECIDE} while the built-in decider decides: they are never asked, which whoever
 * deployed them may not expect. They notice nothing of it.
 */
public final class UnaskedDeciders {
    private static final Logger LOG = LoggerFactory.getLogger(UnaskedDeciders.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final String PROBE = "probe";

    private final Vertx vertx;
    private final Handler<DeliveryContext<Object>> interceptor = UnaskedDeciders::keepProbe;

    public UnaskedDeciders(Vertx vertx) {
        this.vertx = vertx;
    }

    public void watch() {
        vertx.eventBus().addInboundInterceptor(interceptor);
        vertx.setPeriodic(0, INTERVAL.toMillis(), timer -> warn());
    }

    public void stop() {
        vertx.eventBus().removeInboundInterceptor(interceptor);
    }

    private void warn() {
        (vertx.isClustered() ? isConsumedInCluster() : isConsumedHere()).onSuccess(isConsumed -> {
            if (isConsumed) {
                LOG.warn(
                        "The consumer at {} is never asked, as enrollment.decider is \"built-in\"; \"bus\" lets it decide",
                        EnrollmentBus.DECIDE);
            }
        });
    }

    /** A cluster knows its consumers. */
    private Future<Boolean> isConsumedInCluster() {
        var registrations = Promise.<List<RegistrationInfo>>promise();
        ((VertxInternal) vertx).getClusterManager().getRegistrations(EnrollmentBus.DECIDE, registrations);
        return registrations.future().map(found -> !found.isEmpty());
    }

    /** A single node tells by whether a message finds a consumer, before which it is kept. */
    private Future<Boolean> isConsumedHere() {
        var probe = new DeliveryOptions().setLocalOnly(true).addHeader(PROBE, "");
        return vertx.eventBus()
                .request(EnrollmentBus.DECIDE, null, probe)
                .map(true)
                .otherwise(failure -> !isWithoutConsumer(failure));
    }

    private static boolean isWithoutConsumer(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }

    private static void keepProbe(DeliveryContext<Object> delivery) {
        var message = delivery.message();
        if (message.address().equals(EnrollmentBus.DECIDE) && message.headers().contains(PROBE)) {
            message.reply(null);
        } else {
            delivery.next();
        }
    }
}
