/**
 * The event-bus contract: addresses, headers, the request and the reply. It is an interface to other verticles in any
 * language, described for them in the module's README, and changes compatibly.
 */
@CheckReturnValue
package dev.registrar.resource.bus;

import com.google.errorprone.annotations.CheckReturnValue;
