/** The queue of pending registrations: which are due, who claims them, and the outcome of a claim. */
@CheckReturnValue
package dev.registrar.registration.enrollment.claims;

import com.google.errorprone.annotations.CheckReturnValue;
