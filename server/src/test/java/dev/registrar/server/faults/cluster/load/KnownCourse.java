package dev.registrar.server.faults.cluster.load;

/** The course that the load reads and registers people for. */
public record KnownCourse(String id, String identifier) {}
