/** The log of a schema: publication to other verticles as CloudEvents, and replay on request. */
@CheckReturnValue
package dev.registrar.events.log;

import com.google.errorprone.annotations.CheckReturnValue;
