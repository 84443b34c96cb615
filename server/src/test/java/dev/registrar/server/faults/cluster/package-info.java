/**
 * Tests of three nodes in separate JVMs behind HAProxy under load: after each fault, everything that clients were told must
 * still hold.
 */
@CheckReturnValue
package dev.registrar.server.faults.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
