/** The request that the current work belongs to, as the log and its trace show it. */
@CheckReturnValue
package dev.registrar.resource.context;

import com.google.errorprone.annotations.CheckReturnValue;
