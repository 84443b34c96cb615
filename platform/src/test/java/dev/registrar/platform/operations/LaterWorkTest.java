package dev.registrar.platform.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LaterWorkTest {
    private static Future<String> mistake() {
        throw new IllegalStateException("a mistake of the work");
    }

    @Test
    void work_that_throws_has_a_result_which_is_its_failure() {
        var vertx = Vertx.vertx();
        var result = new LaterWork("audit", Optional.empty()).begin(vertx, LaterWorkTest::mistake);
        assertThat(result.toCompletionStage())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("a mistake of the work");
        assertThat(vertx.close().toCompletionStage()).succeedsWithin(1, TimeUnit.MINUTES);
    }
}
