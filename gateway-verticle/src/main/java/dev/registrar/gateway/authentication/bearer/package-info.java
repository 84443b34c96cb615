/** Bearer authentication: which access tokens are accepted, and which callers they identify. */
@CheckReturnValue
package dev.registrar.gateway.authentication.bearer;

import com.google.errorprone.annotations.CheckReturnValue;
