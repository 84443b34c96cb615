/** Who calls, and whether the caller may. */
@CheckReturnValue
package dev.registrar.gateway.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
