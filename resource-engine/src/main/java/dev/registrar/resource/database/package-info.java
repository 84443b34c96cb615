/** Connections to PostgreSQL by their purpose, and statements and transactions on them within a deadline. */
@CheckReturnValue
package dev.registrar.resource.database;

import com.google.errorprone.annotations.CheckReturnValue;
