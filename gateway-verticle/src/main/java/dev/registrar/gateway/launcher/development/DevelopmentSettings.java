package dev.registrar.gateway.launcher.development;

import java.nio.file.Path;

/**
 * What the development launcher does beside starting the service.
 *
 * @param dataDirectory where the embedded PostgreSQL keeps its data between runs
 * @param fresh whether to throw that data away first
 */
record DevelopmentSettings(Path dataDirectory, boolean fresh) {}
