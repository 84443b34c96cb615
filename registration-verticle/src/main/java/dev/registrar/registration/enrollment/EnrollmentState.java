package dev.registrar.registration.enrollment;

/**
 * The states of an enrollment: the values of the attribute {@code enrollment}. These are all transitions; the names in
 * lower case are triggers of the table.
 *
 * <pre>
 * before                                  after       by
 * -                                       pending     RegistrationActions, between the dates of the limit
 * any, requested again or changed         pending     EnrollmentRules; begin_enrollment saves what a change may go back to
 * pending, decision: confirm, a seat      confirmed   registration.settle
 * pending, decision: confirm, no seat     pending     registration.settle: waiting, if there is a place
 * pending, decision: confirm, no place    requested   registration.settle; end_enrollment undoes a change instead
 * pending, decision: reject               requested   registration.settle; likewise
 * pending, decision: later, none          pending     EnrollmentQueue.putOff: due again after a wait
 * pending, no attempts left               pending     EnrollmentQueue.abandon; likewise
 * waiting, a seat is free                 pending     registration.ask_waiting: due, the decider is asked again
 * waiting, decision: later, none          pending     EnrollmentQueue.putOff: waiting, others are asked first
 * </pre>
 *
 * <p>Waiting is pending, too: {@code waiting_since} is set, and no worker claims the registration until a seat is free.
 */
public final class EnrollmentState {
    /** Set by a client to request the enrollment; a rejected new registration returns to it. */
    public static final String REQUESTED = "requested";

    /** The process has not completed yet. */
    public static final String PENDING = "pending";

    public static final String CONFIRMED = "confirmed";

    private EnrollmentState() {}
}
