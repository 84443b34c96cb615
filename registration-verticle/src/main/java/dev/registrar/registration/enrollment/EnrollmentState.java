package dev.registrar.registration.enrollment;

/**
 * The states of an enrollment: the values of the attribute {@code enrollment}. These are all transitions; the names in
 * lower case are triggers of the table.
 *
 * <pre>
 * before                            after       by
 * -                                 pending     RegistrationActions
 * any, requested again or changed   pending     EnrollmentRules; begin_enrollment saves what a change may go back to
 * pending, decision: confirm        confirmed   EnrollmentQueue.settle
 * pending, decision: reject         requested   EnrollmentQueue.settle; end_enrollment undoes a change instead
 * pending, decision: later, none    pending     EnrollmentQueue.putOff: due again after a wait
 * pending, no attempts left         pending     EnrollmentQueue.abandon; likewise
 * </pre>
 */
public final class EnrollmentState {
    /** Set by a client to request the enrollment; a rejected new registration returns to it. */
    public static final String REQUESTED = "requested";

    /** The process has not completed yet. */
    public static final String PENDING = "pending";

    public static final String CONFIRMED = "confirmed";

    private EnrollmentState() {}
}
