/** The schema of a verticle: its migrations, the triggers and indexes that follow from its declarations, and whether it is the one that this code needs. */
@CheckReturnValue
package dev.registrar.resource.schema;

import com.google.errorprone.annotations.CheckReturnValue;
