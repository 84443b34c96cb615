/** Authenticates each request, by a scheme or by a session, and checks its scopes. */
@CheckReturnValue
package dev.registrar.gateway.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
