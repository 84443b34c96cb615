/** The OpenAPI contract, from which the routes, their methods and the scopes they need are taken. */
@CheckReturnValue
package dev.registrar.gateway.contract;

import com.google.errorprone.annotations.CheckReturnValue;
