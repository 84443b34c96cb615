/** The enrollment process: workers that take pending registrations from the queue and store what was decided. */
@CheckReturnValue
package dev.registrar.registration.enrollment;

import com.google.errorprone.annotations.CheckReturnValue;
