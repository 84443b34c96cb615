/** Request deadlines, and the configured time limits that depend on each other. */
@CheckReturnValue
package dev.registrar.resource.time;

import com.google.errorprone.annotations.CheckReturnValue;
