package dev.registrar.resource.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** When a worker may begin a delivery. */
class HeldClaimTest {
    private static final Claim HELD = new Claim(7, true, false, Duration.ZERO, 0, Duration.ZERO);
    private static final Duration LEASE = Duration.ofMillis(300);

    private final HeldClaim held = new HeldClaim(LEASE);

    private void take(Claim claim) {
        held.take(claim, System.nanoTime());
    }

    @Test
    void a_claim_lasts_as_long_as_its_lease() {
        assertThat(held.allowsAttempts()).isFalse();
        held.take(HELD, System.nanoTime() - LEASE.toNanos());
        assertThat(held.allowsAttempts()).isFalse();
        take(HELD);
        assertThat(held.allowsAttempts()).isTrue();
        assertThat(held.fencingToken()).isEqualTo(7);
    }

    @Test
    void a_claim_of_another_worker_allows_nothing() {
        take(HELD);
        take(new Claim(8, false, false, Duration.ZERO, 0, Duration.ZERO));
        assertThat(held.allowsAttempts()).isFalse();
    }

    @Test
    void a_renewal_that_was_asked_for_before_a_stop_was_stored_does_not_undo_it() {
        take(HELD);
        assertThat(held.stop()).isTrue();
        take(HELD);
        assertThat(held.allowsAttempts()).isFalse();
        assertThat(held.stop()).isFalse();
        LockSupport.parkNanos(LEASE.toNanos() + TimeUnit.MILLISECONDS.toNanos(20));
        take(HELD);
        assertThat(held.allowsAttempts()).as("an operator let it continue").isTrue();
    }

    @Test
    void a_renewal_that_was_asked_for_before_a_pause_was_stored_does_not_end_it() {
        var withLongLease = new HeldClaim(Duration.ofHours(3));
        withLongLease.pause(Duration.ofHours(2));
        withLongLease.take(HELD, System.nanoTime());
        assertThat(withLongLease.allowsAttempts()).isFalse();
    }

    @Test
    void a_stored_pause_counts_if_it_is_longer_than_the_known_one() {
        held.pause(Duration.ZERO);
        take(new Claim(7, true, false, Duration.ofHours(2), 0, Duration.ZERO));
        assertThat(held.allowsAttempts()).isFalse();
    }

    @Test
    void an_operator_can_end_a_pause_that_has_lasted_longer_than_a_lease() {
        held.pause(Duration.ofHours(2));
        LockSupport.parkNanos(LEASE.toNanos() + TimeUnit.MILLISECONDS.toNanos(20));
        take(HELD);
        assertThat(held.allowsAttempts()).isTrue();
    }

    @Test
    void the_loss_of_an_earlier_claim_does_not_end_the_current_one() {
        var withLongLease = new HeldClaim(Duration.ofHours(3));
        withLongLease.take(HELD, System.nanoTime());
        withLongLease.lose(6);
        assertThat(withLongLease.allowsAttempts()).isTrue();
        withLongLease.lose(7);
        assertThat(withLongLease.allowsAttempts()).isFalse();
    }
}
