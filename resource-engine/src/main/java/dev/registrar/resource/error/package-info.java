/**
 * Faults as JSON:API names them: what is wrong, where, and what would be right. Whoever finds a fault describes it here;
 * only the edges (the event bus and HTTP) turn it into an answer.
 */
@CheckReturnValue
package dev.registrar.resource.error;

import com.google.errorprone.annotations.CheckReturnValue;
