/** One process of the service: its roles, their verticles, and what they need before they start. */
@CheckReturnValue
package dev.registrar.server.node;

import com.google.errorprone.annotations.CheckReturnValue;
