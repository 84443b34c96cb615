/**
 * What all authentication schemes share: the authenticated caller of a request, and why credentials do not allow it.
 */
@CheckReturnValue
package dev.registrar.gateway.authentication.scheme;

import com.google.errorprone.annotations.CheckReturnValue;
