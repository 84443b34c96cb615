/** The OpenAPI contract, which defines the routes and their methods. */
@CheckReturnValue
package dev.registrar.gateway.contract;

import com.google.errorprone.annotations.CheckReturnValue;
