package dev.registrar.testing.eventbus;

import dev.registrar.testing.RunningService;

/** A message as a foreign verticle sends it. The contract must allow what is successful, and all errors. */
public final class BusMessage {
    private BusMessage() {}

    public static RawMessage to(RunningService service, String address, Object body) {
        return new RawMessage(service.vertx(), address, body, true);
    }
}
