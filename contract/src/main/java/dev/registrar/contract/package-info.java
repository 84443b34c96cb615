/**
 * Writes the OpenAPI contract during the build, from the declarations of the resource types and from the hand-written
 * files in {@code openapi} on the class path. Not used by the running service.
 */
package dev.registrar.contract;
