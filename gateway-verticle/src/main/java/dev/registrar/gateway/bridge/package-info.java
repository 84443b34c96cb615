/**
 * Lets programs that do not run on the JVM use the event-bus contract: a server for the protocol of the Vert.x TCP event bus
 * bridge, restricted to what the configuration allows each client.
 */
@CheckReturnValue
package dev.registrar.gateway.bridge;

import com.google.errorprone.annotations.CheckReturnValue;
