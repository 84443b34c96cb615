/** Bearer authentication: which access tokens are accepted, and who their callers are. */
@CheckReturnValue
package dev.registrar.gateway.authentication.bearer;

import com.google.errorprone.annotations.CheckReturnValue;
