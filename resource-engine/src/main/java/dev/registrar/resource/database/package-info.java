/** PostgreSQL: its settings, its connections, statements and transactions within a deadline, and what its failures mean. */
@CheckReturnValue
package dev.registrar.resource.database;

import com.google.errorprone.annotations.CheckReturnValue;
