/** Reads the configuration: defaults, files, environment variables and system properties. */
@CheckReturnValue
package dev.registrar.server.configuration;

import com.google.errorprone.annotations.CheckReturnValue;
