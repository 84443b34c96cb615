package dev.registrar.registration.enrollment.claims;

/** The states of an enrollment: the values of the attribute {@code enrollment}. */
public final class EnrollmentState {
    /** Set by a client to request the enrollment; a rejected new registration returns to it. */
    public static final String REQUESTED = "requested";

    /** The process has not completed yet. */
    public static final String PENDING = "pending";

    public static final String CONFIRMED = "confirmed";

    private EnrollmentState() {}
}
