/** Starts a process, explains to operators why it cannot start, and stops it on a signal. */
@CheckReturnValue
package dev.registrar.server.start;

import com.google.errorprone.annotations.CheckReturnValue;
