/** What all authentication schemes share: the authenticated caller of a request, and the errors of credentials. */
@CheckReturnValue
package dev.registrar.gateway.authentication.scheme;

import com.google.errorprone.annotations.CheckReturnValue;
