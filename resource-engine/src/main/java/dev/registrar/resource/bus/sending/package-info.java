/** Requests to resource verticles, wherever in the cluster they are, and the replies or errors that come back. */
@CheckReturnValue
package dev.registrar.resource.bus.sending;

import com.google.errorprone.annotations.CheckReturnValue;
