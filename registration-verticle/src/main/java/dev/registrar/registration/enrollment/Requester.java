package dev.registrar.registration.enrollment;

/**
 * Who has requested an enrollment.
 *
 * @param name of the caller
 * @param isBound whether the caller acts for one person only
 */
public record Requester(String name, boolean isBound) {}
