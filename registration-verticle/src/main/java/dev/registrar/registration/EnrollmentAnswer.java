package dev.registrar.registration;

import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.enrollment.EnrollmentSettings.LONGEST_WINDOW;
import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_REJECTED;

import dev.registrar.registration.enrollment.EnrollmentWindow;
import dev.registrar.resource.ChangedDocuments;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.store.ResourceStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The answer to a request that has made a registration pending: the worker gets a moment to complete it, and the answer says
 * what the database says when that moment is over. The change is committed: no fault of ours may make the answer an error.
 */
final class EnrollmentAnswer {
    /** For reading the outcome. */
    private static final Duration GRACE = Duration.ofMillis(200);

    private final ResourceStore store;
    private final EnrollmentWindow window;
    private final ChangedDocuments documents;

    EnrollmentAnswer(ResourceStore store, EnrollmentWindow usual, ChangedDocuments documents) {
        this.store = store;
        this.documents = documents;
        window = usual.of(waitFor(preferences(), usual.duration()));
    }

    private static Duration waitFor(Preferences preferences, Duration usual) {
        if (preferences.respondAsync()) {
            return Duration.ZERO;
        }
        return preferences
                .longestWait()
                .map(wait -> wait.compareTo(LONGEST_WINDOW) < 0 ? wait : LONGEST_WINDOW)
                .orElse(usual);
    }

    private Preferences preferences() {
        return documents.request().preferences();
    }

    /** What a rejection within the window does to the registration. */
    @FunctionalInterface
    interface Withdrawal {
        /** False when it stays: its enrollment has been requested again, or somebody has been told of it, meanwhile. */
        Future<Boolean> of(UUID registration);
    }

    /** 202: the registration is committed, and its enrollment goes on. */
    ResourceReply accepted(FoundItem pending) {
        return documents.accepted(pending, Registrations.RETRY_AFTER_SECONDS);
    }

    /**
     * Gives the answer for a confirmed registration in time, 409 for a rejected one, and else 202.
     *
     * @param committed the pending registration
     */
    Future<ResourceReply> of(FoundItem committed, Function<FoundItem, ResourceReply> confirmed, Withdrawal withdrawal) {
        return stateAfterWindow(committed)
                .compose(now -> isRejected(now)
                        ? refuse(now, withdrawal)
                        : show(now, confirmed).otherwise(unknown -> accepted(committed)))
                .map(reply -> preferences().equals(Preferences.NONE)
                        ? reply
                        : reply.preferred(preferences().toString()));
    }

    /** The state that the database tells in time, else the one that was committed. */
    private Future<FoundItem> stateAfterWindow(FoundItem committed) {
        var id = committed.row().getUUID(0);
        if (window.duration().isZero()) {
            window.open(id);
            return Future.succeededFuture(committed);
        }
        return window.await(id)
                .otherwiseEmpty()
                .compose(windowOver -> store.item(TYPE, id, ResourceQuery.PLAIN))
                .map(Optional::orElseThrow)
                .timeout(window.duration().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                .otherwise(committed);
    }

    private Future<ResourceReply> show(FoundItem now, Function<FoundItem, ResourceReply> confirmed) {
        return inShape(now)
                .map(shown -> isConfirmed(now) ? confirmed.apply(shown) : accepted(shown))
                .timeout(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Nothing has been promised to the client yet. When it is unknown whether the registration is withdrawn, nothing may be:
     * then this fails.
     */
    private Future<ResourceReply> refuse(FoundItem rejected, Withdrawal withdrawal) {
        return withdrawal.of(rejected.row().getUUID(0)).map(withdrawn -> {
            if (withdrawn) {
                throw ENROLLMENT_REJECTED.because(reasonOf(rejected)).asException();
            }
            return accepted(rejected);
        });
    }

    /** The condition on which a rejected registration may be withdrawn. */
    static void demandRejected(FoundItem present) {
        if (!isRejected(present)) {
            throw new RequestedAgainException();
        }
    }

    /** False where that condition was not fulfilled; else the failure itself. */
    static Future<Boolean> requestedAgain(Throwable failure) {
        return failure instanceof RequestedAgainException
                ? Future.succeededFuture(false)
                : Future.failedFuture(failure);
    }

    private static final class RequestedAgainException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static String reasonOf(FoundItem rejected) {
        return rejected.meta().orElseThrow().path("reason").asText();
    }

    private Future<FoundItem> inShape(FoundItem plain) {
        return documents.shape().equals(ResourceQuery.PLAIN)
                ? Future.succeededFuture(plain)
                : store.item(TYPE, plain.row().getUUID(0), documents.shape()).map(Optional::orElseThrow);
    }

    private static boolean isConfirmed(FoundItem plain) {
        return state(plain).equals(CONFIRMED);
    }

    private static boolean isRejected(FoundItem plain) {
        return state(plain).equals(REQUESTED);
    }

    private static String state(FoundItem plain) {
        return plain.row().getString(Registrations.ENROLLMENT.name());
    }
}
