package dev.registrar.gateway.faults.cluster;

/** A course that everybody registers for. */
record KnownCourse(String id, String identifier) {}
