/**
 * The handshake by which two nodes prove to each other that they know the secret of their cluster, before Hazelcast reads
 * anything from a connection between them.
 */
@CheckReturnValue
package dev.registrar.gateway.cluster.handshake;

import com.google.errorprone.annotations.CheckReturnValue;
