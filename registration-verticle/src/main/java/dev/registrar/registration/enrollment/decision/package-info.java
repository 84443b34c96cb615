/** The deciders of enrollments: the built-in rule, or a consumer of the event bus address. */
@CheckReturnValue
package dev.registrar.registration.enrollment.decision;

import com.google.errorprone.annotations.CheckReturnValue;
