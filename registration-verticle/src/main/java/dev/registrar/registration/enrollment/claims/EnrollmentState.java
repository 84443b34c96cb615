package dev.registrar.registration.enrollment.claims;

/** The states of an enrollment, as the attribute {@code enrollment} of a registration names them. */
public final class EnrollmentState {
    /** What a client asks for, and where a rejection leads back to. */
    public static final String REQUESTED = "requested";

    /** The process goes on. */
    public static final String PENDING = "pending";

    public static final String CONFIRMED = "confirmed";

    private EnrollmentState() {}
}
