/**
 * The schema of a verticle: its migrations, the triggers and indexes generated from its declarations, and its state.
 */
@CheckReturnValue
package dev.registrar.resource.schema;

import com.google.errorprone.annotations.CheckReturnValue;
