/** The enrollment process: workers claim pending registrations from the queue, ask for decisions and store them. */
@CheckReturnValue
package dev.registrar.registration.enrollment;

import com.google.errorprone.annotations.CheckReturnValue;
