/** The command line: starts a node, checks what it needs, or migrates the database. */
@CheckReturnValue
package dev.registrar.gateway.launcher;

import com.google.errorprone.annotations.CheckReturnValue;
