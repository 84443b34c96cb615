/** Request deadlines, the pauses between attempts, and steps that are repeated. */
@CheckReturnValue
package dev.registrar.platform.time;

import com.google.errorprone.annotations.CheckReturnValue;
