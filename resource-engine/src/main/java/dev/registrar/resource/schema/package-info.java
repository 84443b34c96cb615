/**
 * The schema of a verticle: its migrations, the triggers and indexes generated from its declarations, and its state.
 */
package dev.registrar.resource.schema;
