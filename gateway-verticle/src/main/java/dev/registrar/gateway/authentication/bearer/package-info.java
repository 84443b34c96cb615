/**
 * Bearer authentication: verifies access tokens or asks the authorization server about them, and identifies their
 * callers.
 */
@CheckReturnValue
package dev.registrar.gateway.authentication.bearer;

import com.google.errorprone.annotations.CheckReturnValue;
