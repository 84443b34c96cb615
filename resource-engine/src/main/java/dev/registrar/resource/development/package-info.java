/**
 * A PostgreSQL server for development and tests. What it is made of is not on the class path of production, so nothing
 * but the development launcher and tests may use this package.
 */
@CheckReturnValue
package dev.registrar.resource.development;

import com.google.errorprone.annotations.CheckReturnValue;
