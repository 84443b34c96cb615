/**
 * The browser sessions that have ended. The sessions themselves are in the memory of the gateways, where a cluster that splits and
 * merges can bring one back; that it has ended is in PostgreSQL, of which every part of the cluster learns.
 */
@CheckReturnValue
package dev.registrar.resource.session;

import com.google.errorprone.annotations.CheckReturnValue;
