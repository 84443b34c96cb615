/** The OpenAPI contract, which defines the routes, their methods and the scopes they need. */
@CheckReturnValue
package dev.registrar.gateway.contract;

import com.google.errorprone.annotations.CheckReturnValue;
