/** Verticles of others that the configuration names, which run in this process beside those of the service. */
@CheckReturnValue
package dev.registrar.gateway.launcher.node.verticles;

import com.google.errorprone.annotations.CheckReturnValue;
