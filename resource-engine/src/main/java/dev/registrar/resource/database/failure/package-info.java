/** Failures of PostgreSQL: the errors for clients, and the log messages for operators. */
@CheckReturnValue
package dev.registrar.resource.database.failure;

import com.google.errorprone.annotations.CheckReturnValue;
