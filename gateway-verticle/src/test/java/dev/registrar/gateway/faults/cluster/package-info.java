/**
 * Three nodes in JVMs of their own behind HAProxy, under load, and what may happen to them: what clients were told must hold
 * afterwards.
 */
@CheckReturnValue
package dev.registrar.gateway.faults.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
