/**
 * Imports: files of resources, which a verticle stores row by row when they arrive, and works on afterwards. All
 * verticles share the tables of imports, in the schema {@code imports}.
 */
package dev.registrar.resource.imports;
