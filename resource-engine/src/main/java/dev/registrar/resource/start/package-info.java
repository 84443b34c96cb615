/** The reasons why a node cannot start, for operators. */
@CheckReturnValue
package dev.registrar.resource.start;

import com.google.errorprone.annotations.CheckReturnValue;
