/** Authenticates each request, by a password, an access token or a session, and checks its scopes. */
@CheckReturnValue
package dev.registrar.gateway.authentication;

import com.google.errorprone.annotations.CheckReturnValue;
