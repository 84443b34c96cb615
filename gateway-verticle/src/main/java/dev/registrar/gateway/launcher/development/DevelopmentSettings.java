package dev.registrar.gateway.launcher.development;

import java.nio.file.Path;

/**
 * Settings of the development launcher.
 *
 * @param dataDirectory where the embedded PostgreSQL keeps its data between runs
 * @param fresh whether to delete that data first
 */
record DevelopmentSettings(Path dataDirectory, boolean fresh) {}
