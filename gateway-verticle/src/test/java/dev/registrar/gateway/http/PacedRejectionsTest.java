package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many rejections at once neither delay requests in progress nor use memory without bound. */
class PacedRejectionsTest {
    private static final int MANY = 900;

    private final Vertx vertx = Vertx.vertx();
    private final PacedRejections rejections = new PacedRejections(vertx);
    private final long begin = System.nanoTime();

    @AfterEach
    void close() {
        Await.success(vertx.close());
    }

    /** As many rejections as fit into the time so far, and the one that has just begun. */
    private long possible() {
        return (System.nanoTime() - begin) / PacedRejections.TIME_OF_EACH.toNanos() + 1;
    }

    @Test
    void rejections_keep_their_pace_also_when_each_lets_others_arrive() {
        List<Long> surplus = new ArrayList<>();
        Promise<List<Long>> done = Promise.promise();
        vertx.runOnContext(now -> rejections.add(() -> rejectAndAddOthers(surplus, done)));
        assertThat(Await.success(done.future())).hasSize(MANY).allMatch(over -> over <= 0);
    }

    private void rejectAndAddOthers(List<Long> surplus, Promise<List<Long>> done) {
        surplus.add(surplus.size() + 1 - possible());
        if (surplus.size() == MANY) {
            done.complete(List.copyOf(surplus));
        } else if (surplus.size() < MANY) {
            rejections.add(() -> rejectAndAddOthers(surplus, done));
            rejections.add(() -> rejectAndAddOthers(surplus, done));
        }
    }

    @Test
    void requests_beyond_those_that_may_wait_are_rejected_at_once() {
        List<Integer> rejected = new ArrayList<>();
        Promise<List<Integer>> atOnce = Promise.promise();
        Promise<Void> all = Promise.promise();
        vertx.runOnContext(now -> {
            for (var request = 0; request < PacedRejections.MOST_WAITING + 2; request++) {
                rejections.add(numbered(request, rejected, all));
            }
            atOnce.complete(List.copyOf(rejected));
        });
        assertThat(Await.success(atOnce.future()))
                .containsExactly(PacedRejections.MOST_WAITING, PacedRejections.MOST_WAITING + 1);
        Await.success(all.future());
        assertThat(rejected).doesNotHaveDuplicates();
    }

    private static Runnable numbered(int request, List<Integer> rejected, Promise<Void> all) {
        return () -> {
            rejected.add(request);
            if (rejected.size() == PacedRejections.MOST_WAITING + 2) {
                all.complete();
            }
        };
    }
}
