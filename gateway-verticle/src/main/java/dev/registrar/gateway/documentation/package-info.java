/** Serves the entry point, the contract as files and as an interactive page, and the pages to read. */
@CheckReturnValue
package dev.registrar.gateway.documentation;

import com.google.errorprone.annotations.CheckReturnValue;
