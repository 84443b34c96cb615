package dev.registrar.testing.eventbus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.testing.RunningService;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;

/** A message as a foreign verticle sends it. The contract must allow what is successful, and all errors. */
public final class BusMessage extends RawMessage {
    private BusMessage(Vertx vertx, String address, Object body) {
        super(vertx, address, body);
    }

    public static RawMessage to(RunningService service, String address, Object body) {
        return new BusMessage(service.vertx(), address, body);
    }

    @Override
    protected void expectReplyAllowed(String address, MultiMap headers, Object body, Message<?> reply) {
        BusContract.expectRequest(address, headers, body);
        BusContract.expectReply(address, headers, reply.headers(), reply.body());
    }

    @Override
    protected void expectErrorsAllowed(JsonNode document) {
        BusContract.expectValid("errors", MissingNode.getInstance(), document);
    }
}
