/** The cluster that several nodes form: the event bus and the maps that they share. */
@CheckReturnValue
package dev.registrar.gateway.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
