package dev.registrar.gateway.log;

/**
 * What is logged, and how.
 *
 * @param access whether there is a line for each response
 */
public record LogSettings(LogFormat format, boolean access) {}
