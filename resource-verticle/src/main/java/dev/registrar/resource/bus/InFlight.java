package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

/** The requests of one kind that are worked on now, of which there are only so many at once. Belongs to one event loop. */
public final class InFlight {
    private final int limit;
    private int number;

    public InFlight(int limit) {
        this.limit = limit;
    }

    /**
     * Counts one more, until it {@link #end() ends}.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code overloaded} when there are as many as may be
     */
    public void begin() {
        if (number >= limit) {
            throw OVERLOADED
                    .because("The service works on as many such requests as it can; try again.")
                    .asException();
        }
        number++;
    }

    public void end() {
        number--;
    }
}
