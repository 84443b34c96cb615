/**
 * The receiving side of the event-bus contract: consumers, their limits, and reading messages; all errors are reported
 * at once.
 */
@CheckReturnValue
package dev.registrar.resource.bus.receiving;

import com.google.errorprone.annotations.CheckReturnValue;
