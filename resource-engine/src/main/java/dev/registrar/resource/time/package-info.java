/** Request deadlines, and the pauses between attempts. */
@CheckReturnValue
package dev.registrar.resource.time;

import com.google.errorprone.annotations.CheckReturnValue;
