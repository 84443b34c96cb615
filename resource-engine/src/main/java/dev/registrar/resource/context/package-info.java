/** What the log says about the request that the current work belongs to. */
@CheckReturnValue
package dev.registrar.resource.context;

import com.google.errorprone.annotations.CheckReturnValue;
