/** The queue of pending registrations: claiming those that are due, and storing the outcomes. */
@CheckReturnValue
package dev.registrar.registration.enrollment.claims;

import com.google.errorprone.annotations.CheckReturnValue;
