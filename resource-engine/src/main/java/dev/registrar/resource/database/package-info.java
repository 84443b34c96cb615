/** Connections to PostgreSQL for each purpose, with statements and transactions that are bounded by a deadline. */
@CheckReturnValue
package dev.registrar.resource.database;

import com.google.errorprone.annotations.CheckReturnValue;
