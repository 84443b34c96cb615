package dev.registrar.events.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.webhook.EndpointClaims.Claim;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** When a worker may begin a delivery. */
class HeldClaimTest {
    private static final Claim HELD = claim(7, true, Duration.ZERO);
    private static final Duration LEASE = Duration.ofMillis(300);

    private final HeldClaim held = new HeldClaim(LEASE);

    private static Claim claim(long token, boolean isHeld, Duration paused) {
        return new Claim(fence(token), 5, isHeld, false, paused, 0, Duration.ZERO);
    }

    private static Fence fence(long token) {
        return new Fence("library", token);
    }

    private void receive(Claim claim) {
        held.receive(claim, System.nanoTime());
    }

    @Test
    void a_claim_lasts_as_long_as_its_lease() {
        assertThat(held.allowsAttempts()).isFalse();
        held.receive(HELD, System.nanoTime() - LEASE.toNanos());
        assertThat(held.allowsAttempts()).isFalse();
        receive(HELD);
        assertThat(held.allowsAttempts()).isTrue();
        assertThat(held.fence()).contains(fence(7));
    }

    @Test
    void a_claim_of_another_worker_allows_nothing() {
        receive(HELD);
        receive(claim(8, false, Duration.ZERO));
        assertThat(held.allowsAttempts()).isFalse();
    }

    @Test
    void a_renewal_that_was_asked_for_before_a_stop_was_stored_does_not_undo_it() {
        receive(HELD);
        assertThat(held.stop()).isTrue();
        receive(HELD);
        assertThat(held.allowsAttempts()).isFalse();
        assertThat(held.stop()).isFalse();
        LockSupport.parkNanos(LEASE.toNanos() + TimeUnit.MILLISECONDS.toNanos(20));
        receive(HELD);
        assertThat(held.allowsAttempts()).as("an operator let it continue").isTrue();
    }

    @Test
    void a_renewal_that_was_asked_for_before_a_pause_was_stored_does_not_end_it() {
        var withLongLease = new HeldClaim(Duration.ofHours(3));
        withLongLease.pause(Duration.ofHours(2));
        withLongLease.receive(HELD, System.nanoTime());
        assertThat(withLongLease.allowsAttempts()).isFalse();
    }

    @Test
    void a_stored_pause_counts_if_it_is_longer_than_the_known_one() {
        held.pause(Duration.ZERO);
        receive(claim(7, true, Duration.ofHours(2)));
        assertThat(held.allowsAttempts()).isFalse();
    }

    @Test
    void an_operator_can_end_a_pause_that_has_lasted_longer_than_a_lease() {
        held.pause(Duration.ofHours(2));
        LockSupport.parkNanos(LEASE.toNanos() + TimeUnit.MILLISECONDS.toNanos(20));
        receive(HELD);
        assertThat(held.allowsAttempts()).isTrue();
    }

    @Test
    void the_loss_of_an_earlier_claim_does_not_end_the_current_one() {
        var withLongLease = new HeldClaim(Duration.ofHours(3));
        withLongLease.receive(HELD, System.nanoTime());
        withLongLease.lose(fence(6));
        assertThat(withLongLease.allowsAttempts()).isTrue();
        withLongLease.lose(fence(7));
        assertThat(withLongLease.allowsAttempts()).isFalse();
    }

    @Test
    void the_progress_of_a_claim_that_was_asked_for_before_an_update_was_stored_does_not_count() {
        receive(HELD);
        var asked = System.nanoTime();
        held.advance(fence(7), 9, 1);
        held.receive(HELD, asked);
        assertThat(held.position()).isEqualTo(9);
        assertThat(held.waiting()).isEqualTo(1);
        assertThat(held.allowsAttempts()).as("the lease is renewed").isTrue();
        receive(HELD);
        assertThat(held.position()).isEqualTo(5);
        assertThat(held.waiting()).isZero();
    }

    @Test
    void a_claim_that_was_asked_for_before_it_was_lost_allows_nothing() {
        receive(HELD);
        var asked = System.nanoTime();
        held.lose(fence(7));
        held.receive(HELD, asked);
        assertThat(held.allowsAttempts()).isFalse();
        receive(HELD);
        assertThat(held.allowsAttempts()).isTrue();
    }
}
