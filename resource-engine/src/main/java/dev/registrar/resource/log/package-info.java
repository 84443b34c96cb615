/** Log messages for failures that repeat, without flooding the log. */
@CheckReturnValue
package dev.registrar.resource.log;

import com.google.errorprone.annotations.CheckReturnValue;
