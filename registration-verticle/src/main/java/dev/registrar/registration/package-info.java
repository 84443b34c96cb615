/** Registrations of people for courses, and the enrollment worker that completes them. */
@CheckReturnValue
package dev.registrar.registration;

import com.google.errorprone.annotations.CheckReturnValue;
