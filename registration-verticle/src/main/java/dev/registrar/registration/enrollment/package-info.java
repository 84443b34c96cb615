/** The enrollment process: a queue of pending registrations, the workers that take them from it, and who decides. */
@CheckReturnValue
package dev.registrar.registration.enrollment;

import com.google.errorprone.annotations.CheckReturnValue;
