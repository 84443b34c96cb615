package dev.registrar.gateway.faults.cluster.load;

/** A course that everybody registers for. */
public record KnownCourse(String id, String identifier) {}
