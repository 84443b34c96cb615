/** Verticles of others that the configuration names, which run in this process beside those of the service. */
@CheckReturnValue
package dev.registrar.server.node.verticles;

import com.google.errorprone.annotations.CheckReturnValue;
