/** Reads the configuration: defaults, files, environment variables and system properties. */
@CheckReturnValue
package dev.registrar.gateway.launcher.configuration;

import com.google.errorprone.annotations.CheckReturnValue;
