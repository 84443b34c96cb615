/** The PostgreSQL server: its URI, the secure login, and the checks of a node before it starts. */
@CheckReturnValue
package dev.registrar.resource.database.server;

import com.google.errorprone.annotations.CheckReturnValue;
