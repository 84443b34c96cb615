package dev.registrar.resource.webhook.sending;

/** An endpoint sends more in response to an event than is read. */
final class TooLongResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLongResponseException() {
        super("its response is longer than 64 KiB", null, false, false);
    }
}
