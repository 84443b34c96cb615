/**
 * A PostgreSQL server for development and tests. Its dependencies are not on the class path of production, so only the
 * development launcher and tests may use this package.
 */
package dev.registrar.platform.development;
