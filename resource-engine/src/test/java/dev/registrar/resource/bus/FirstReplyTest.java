package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The outcome of a read that was sent to two nodes. */
class FirstReplyTest {
    private final Promise<ResourceReply> toFirstNode = Promise.promise();
    private final Promise<ResourceReply> toOtherNode = Promise.promise();
    private final ResourceClient.FirstReply reply = new ResourceClient.FirstReply();

    @BeforeEach
    void send() {
        reply.await(toFirstNode.future());
        reply.await(toOtherNode.future());
    }

    private static RuntimeException error(int status) {
        var errors = "{\"errors\": [{\"status\": \"%s\", \"code\": \"unknown\"}]}".formatted(status);
        return ErrorReplyException.of(new ReplyException(ReplyFailure.RECIPIENT_FAILURE, status, errors));
    }

    @Test
    void the_reply_of_the_first_node_counts_although_the_other_one_is_overloaded() {
        toOtherNode.fail(error(503));
        assertThat(reply.future().isComplete()).isFalse();
        var found = ResourceReply.noContent();
        toFirstNode.complete(found);
        assertThat(reply.future().result()).isSameAs(found);
    }

    @Test
    void an_error_of_the_request_counts_at_once() {
        var notFound = error(404);
        toOtherNode.fail(notFound);
        assertThat(reply.future().cause()).isSameAs(notFound);
    }

    @Test
    void the_read_fails_when_both_nodes_cannot_serve_it() {
        toFirstNode.fail(error(503));
        var lost = SERVICE_UNAVAILABLE.because("The node is lost.").asException();
        toOtherNode.fail(lost);
        assertThat(reply.future().cause()).isSameAs(lost);
    }
}
