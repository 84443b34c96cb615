/** The enrollment process: workers claim pending registrations from the queue and store the decisions. */
@CheckReturnValue
package dev.registrar.registration.enrollment;

import com.google.errorprone.annotations.CheckReturnValue;
