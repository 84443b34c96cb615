/** Sending requests to resource verticles anywhere in the cluster, and receiving their replies or errors. */
@CheckReturnValue
package dev.registrar.resource.bus.sending;

import com.google.errorprone.annotations.CheckReturnValue;
