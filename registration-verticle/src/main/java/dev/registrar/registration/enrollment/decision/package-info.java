/** The deciders of enrollments: the built-in rule, a consumer of the event bus address, or a URL. */
@CheckReturnValue
package dev.registrar.registration.enrollment.decision;

import com.google.errorprone.annotations.CheckReturnValue;
