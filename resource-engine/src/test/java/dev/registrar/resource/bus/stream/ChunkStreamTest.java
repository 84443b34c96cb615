package dev.registrar.resource.bus.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Bodies that are sent over the event bus in chunks. */
class ChunkStreamTest {
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final Vertx VERTX = Vertx.vertx();

    private final AtomicInteger made = new AtomicInteger();

    @AfterAll
    static void close() {
        Await.success(VERTX.close());
    }

    private static ChunkSource open(Supplier<Future<Optional<Buffer>>> next, Duration idle) {
        return Await.success(ChunkSource.open(VERTX, next, idle));
    }

    private ChunkSource of(String... chunks) {
        Iterator<String> rest = List.of(chunks).iterator();
        return open(
                () -> {
                    made.incrementAndGet();
                    return Future.succeededFuture(
                            rest.hasNext() ? Optional.of(Buffer.buffer(rest.next())) : Optional.empty());
                },
                IDLE);
    }

    private static ChunkReader readerOf(ChunkSource source) {
        return new ChunkReader(VERTX, source.address(), IDLE);
    }

    @CanIgnoreReturnValue
    private static Optional<String> next(ChunkReader reader) {
        return Await.success(reader.next()).map(Buffer::toString);
    }

    private static Future<Message<Object>> ask(ChunkSource source, String chunk) {
        return VERTX.eventBus().request(source.address(), null, new DeliveryOptions().addHeader("chunk", chunk));
    }

    private static Throwable failure(Future<?> future) {
        Await.until("it has failed", future::failed);
        return future.cause();
    }

    @Test
    void chunks_arrive_in_order_and_then_the_end() {
        var source = of("one", "two");
        var reader = readerOf(source);
        assertThat(next(reader)).hasValue("one");
        assertThat(next(reader)).hasValue("two");
        assertThat(next(reader)).isEmpty();
        Await.success(source.ended());
    }

    @Test
    void a_chunk_is_not_made_before_it_is_asked_for() {
        var reader = readerOf(of("one", "two", "three"));
        next(reader);
        assertThat(made).hasValue(1);
    }

    @Test
    void a_chunk_whose_reply_was_lost_is_sent_again() {
        var source = of("one", "two");
        for (var time = 0; time < 2; time++) {
            assertThat(Await.success(ask(source, "1")).body()).hasToString("one");
        }
        assertThat(Await.success(ask(source, "2")).body()).hasToString("two");
        for (var time = 0; time < 2; time++) {
            assertThat(Await.success(ask(source, "3")).headers().get("last")).isEqualTo("true");
        }
        assertThat(made).hasValue(3);
    }

    @Test
    void a_slow_chunk_is_awaited() {
        var slow = Promise.<Optional<Buffer>>promise();
        var source = open(slow::future, Duration.ofMillis(100));
        var chunk = readerOf(source).next();
        VERTX.setTimer(500, over -> slow.complete(Optional.of(Buffer.buffer("late"))));
        assertThat(Await.success(chunk)).hasValue(Buffer.buffer("late"));
    }

    @Test
    void chunks_out_of_order_are_refused() {
        var source = of("one", "two", "three");
        for (var wrong : List.of("0", "2", "-1", "1.0", "first")) {
            assertThat(failure(ask(source, wrong)))
                    .isInstanceOfSatisfying(
                            ReplyException.class,
                            refused -> assertThat(refused.failureCode()).isEqualTo(400))
                    .hasMessageContaining("must be 1");
        }
        assertThat(next(readerOf(source))).hasValue("one");
    }

    @Test
    void a_reader_learns_why_the_source_failed() {
        var source = open(
                () -> Future.failedFuture(
                        ErrorCode.NOT_FOUND.because("There is no more paper.").asException()),
                IDLE);
        assertThat(failure(readerOf(source).next()))
                .isInstanceOf(ErrorReplyException.class)
                .hasMessageContaining("There is no more paper.");
        assertThat(failure(source.ended())).isInstanceOf(JsonApiException.class);
    }

    @Test
    void an_unexpected_failure_is_told_without_its_message() {
        var source = open(
                () -> {
                    throw new IllegalStateException("SELECT secret");
                },
                IDLE);
        assertThat(failure(readerOf(source).next()))
                .isInstanceOfSatisfying(
                        ErrorReplyException.class,
                        error -> assertThat(error.status()).isEqualTo(500))
                .message()
                .doesNotContain("secret");
    }

    @Test
    void a_reader_that_gives_up_ends_the_source() {
        var source = of("one", "two");
        var reader = readerOf(source);
        next(reader);
        reader.cancel();
        assertThat(failure(source.ended())).isInstanceOf(CancellationException.class);
    }

    @Test
    void a_source_without_requests_ends() {
        var source = open(() -> Future.succeededFuture(Optional.of(Buffer.buffer("one"))), Duration.ofMillis(100));
        next(readerOf(source));
        assertThat(failure(source.ended())).isInstanceOf(TimeoutException.class);
    }

    @Test
    void a_reader_learns_that_the_source_is_gone_or_silent() {
        var closed = of("one", "two");
        var reader = readerOf(closed);
        next(reader);
        closed.close();
        assertThat(failure(reader.next())).hasMessageContaining("did not arrive in time");
        var silent = open(() -> Promise.<Optional<Buffer>>promise().future(), IDLE);
        assertThat(failure(new ChunkReader(VERTX, silent.address(), Duration.ofMillis(300)).next()))
                .hasMessageContaining("did not arrive in time");
    }
}
