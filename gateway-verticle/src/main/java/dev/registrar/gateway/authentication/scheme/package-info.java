/** What all authentication schemes have in common: whose credentials a request carries, and the errors of credentials. */
@CheckReturnValue
package dev.registrar.gateway.authentication.scheme;

import com.google.errorprone.annotations.CheckReturnValue;
