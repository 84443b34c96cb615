/** The PostgreSQL server: where it is, how to log in there securely, and what a node asks of it before it starts. */
@CheckReturnValue
package dev.registrar.resource.database.server;

import com.google.errorprone.annotations.CheckReturnValue;
