package dev.registrar.resource.json;

/** More bytes were written than allowed. */
public final class TooManyBytesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyBytesException(int most) {
        super("More than %s bytes".formatted(most), null, false, false);
    }
}
