/** Tests of the handshake between nodes on plain sockets, and of the port that requires it. */
@CheckReturnValue
package dev.registrar.gateway.cluster.handshake;

import com.google.errorprone.annotations.CheckReturnValue;
