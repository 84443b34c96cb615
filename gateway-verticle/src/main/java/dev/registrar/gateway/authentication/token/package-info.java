/** Reads access tokens: verifies their signatures with the keys of an authorization server, or asks it about each. */
@CheckReturnValue
package dev.registrar.gateway.authentication.token;

import com.google.errorprone.annotations.CheckReturnValue;
