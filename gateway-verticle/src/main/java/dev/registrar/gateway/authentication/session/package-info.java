/** Browser sessions, on one node or on all nodes of a cluster. */
@CheckReturnValue
package dev.registrar.gateway.authentication.session;

import com.google.errorprone.annotations.CheckReturnValue;
