/** The metrics of a node, which its verticles count, time, or let be read when they are served. */
@CheckReturnValue
package dev.registrar.resource.metrics;

import com.google.errorprone.annotations.CheckReturnValue;
