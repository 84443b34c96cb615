/** Starts the service: configuration, verticles, and for development a database with a sample catalogue. */
@CheckReturnValue
package dev.registrar.gateway.launcher;

import com.google.errorprone.annotations.CheckReturnValue;
