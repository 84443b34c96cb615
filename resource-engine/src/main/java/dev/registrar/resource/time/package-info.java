/** Request deadlines. */
@CheckReturnValue
package dev.registrar.resource.time;

import com.google.errorprone.annotations.CheckReturnValue;
