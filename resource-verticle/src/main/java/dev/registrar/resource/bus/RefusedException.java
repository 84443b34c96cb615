package dev.registrar.resource.bus;

import io.vertx.core.buffer.Buffer;

/** A resource verticle refused a request, and said why in a JSON:API errors document that is passed on as it is. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Buffer errorsDocument;

    RefusedException(int status, String errorsDocument) {
        super(errorsDocument, null, false, false);
        this.status = status;
        this.errorsDocument = Buffer.buffer(errorsDocument);
    }

    public int status() {
        return status;
    }

    public Buffer errorsDocument() {
        return errorsDocument;
    }
}
