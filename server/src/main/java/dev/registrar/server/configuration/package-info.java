/** Reads the configuration: defaults, files, environment variables and system properties. */
package dev.registrar.server.configuration;
