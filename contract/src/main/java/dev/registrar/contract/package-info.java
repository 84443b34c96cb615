/**
 * Writes the OpenAPI contract during the build, from the declarations of the resource types and from the hand-written
 * files in {@code openapi} on the class path. Not used by the running service.
 */
@CheckReturnValue
package dev.registrar.contract;

import com.google.errorprone.annotations.CheckReturnValue;
