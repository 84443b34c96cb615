/** One process of the service: its roles, their verticles, and what they need before they start. */
@CheckReturnValue
package dev.registrar.gateway.launcher.node;

import com.google.errorprone.annotations.CheckReturnValue;
