/**
 * Ended browser sessions. The sessions themselves are in the memory of the gateways, where a cluster that splits and
 * merges again can restore one that has ended. The fact that it has ended is stored in PostgreSQL, where every part of
 * the cluster finds it.
 */
@CheckReturnValue
package dev.registrar.resource.session;

import com.google.errorprone.annotations.CheckReturnValue;
