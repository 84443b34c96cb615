package dev.registrar.registration.enrollment;

import java.util.Optional;
import java.util.UUID;

/**
 * What people register for.
 *
 * @param courseTerm the term of the course; empty for the course without a term
 */
public record Offering(UUID course, Optional<UUID> courseTerm) {}
