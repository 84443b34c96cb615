/** Registrations of the sample catalogue. Only the development launcher and tests use this package. */
@CheckReturnValue
package dev.registrar.registration.development;

import com.google.errorprone.annotations.CheckReturnValue;
