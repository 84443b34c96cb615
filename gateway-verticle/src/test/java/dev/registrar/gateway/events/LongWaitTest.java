package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.bus.Caller;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A client may wait for its next event for weeks, while each heartbeat and each event for others lets it look again. */
class LongWaitTest {
    private static final int CHANGES = 20_000;

    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    @Test
    void a_wait_survives_any_number_of_changes_for_others() {
        var recent = new RecentEvents(vertx, List.of());
        var reader = new EventReader(vertx, List.of(), recent);
        var followers = new Followers(vertx, reader, recent, 7, Duration.ofSeconds(9), Duration.ofSeconds(11));
        var everything = new EventQuery(Set.of(), Optional.empty(), 17, Caller.unbound("someone", Set.of("read")));
        var isOver = new AtomicBoolean();
        Future<EventPage> waited = Future.future(done -> vertx.runOnContext(now -> {
            followers.next(EventPosition.BEGINNING, everything, isOver::get).onComplete(done);
            for (var change = 0; change < CHANGES; change++) {
                recent.announceChange();
            }
            isOver.set(true);
            recent.announceChange();
        }));
        assertThat(Await.success(waited).events()).isEmpty();
    }
}
