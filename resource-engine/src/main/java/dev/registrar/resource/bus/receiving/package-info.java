/** The receiving side of the event-bus contract: consumers, their limits, and messages that are read with all errors at once. */
@CheckReturnValue
package dev.registrar.resource.bus.receiving;

import com.google.errorprone.annotations.CheckReturnValue;
