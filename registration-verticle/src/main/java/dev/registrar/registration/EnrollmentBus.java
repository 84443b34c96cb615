package dev.registrar.registration;

/** Where the enrollment worker is reached on the event bus. */
final class EnrollmentBus {
    /** Takes the id of a pending registration as a string; replies, with null, when it is complete. */
    static final String WORKER = "registrar.enrollment";

    private EnrollmentBus() {}
}
