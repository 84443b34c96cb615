/** Serves the entry point, and the contract as files and as an interactive page. */
@CheckReturnValue
package dev.registrar.gateway.documentation;

import com.google.errorprone.annotations.CheckReturnValue;
