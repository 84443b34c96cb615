/**
 * Writes the OpenAPI contract when the product is built: from the declarations of the resource types, and from what is
 * written by hand in {@code openapi} on the class path. Nothing here runs in the service.
 */
@CheckReturnValue
package dev.registrar.gateway.openapi;

import com.google.errorprone.annotations.CheckReturnValue;
