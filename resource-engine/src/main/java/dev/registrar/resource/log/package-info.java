/** How operators are told of what repeats itself, without a flood of lines. */
@CheckReturnValue
package dev.registrar.resource.log;

import com.google.errorprone.annotations.CheckReturnValue;
