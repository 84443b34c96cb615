/**
 * Exports: files of all resources that match a query, from one snapshot of the database, as fast as their receiver
 * takes them and in constant memory.
 */
package dev.registrar.resource.export;
