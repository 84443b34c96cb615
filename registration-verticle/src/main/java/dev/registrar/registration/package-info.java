/** Registrations of people for courses; the enrollment worker completes them. */
@CheckReturnValue
package dev.registrar.registration;

import com.google.errorprone.annotations.CheckReturnValue;
