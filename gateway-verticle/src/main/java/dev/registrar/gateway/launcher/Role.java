package dev.registrar.gateway.launcher;

import java.util.Locale;

/** A part of the service that a node may take. */
public enum Role {
    /** HTTP for clients. It needs no database. */
    GATEWAY,
    /** Courses and their terms. */
    COURSE,
    /** Registrations. */
    REGISTRATION,
    /** Decides on enrollments, or has another verticle decide. */
    ENROLLMENT;

    /** As the command line writes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
