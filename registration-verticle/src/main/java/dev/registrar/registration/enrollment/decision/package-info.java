/** Who decides on an enrollment: the built-in rule, or whoever consumes the address. */
@CheckReturnValue
package dev.registrar.registration.enrollment.decision;

import com.google.errorprone.annotations.CheckReturnValue;
