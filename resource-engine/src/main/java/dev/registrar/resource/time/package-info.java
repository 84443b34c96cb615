/** How long a request may take, what is left of that, and which limits must fit into each other. */
@CheckReturnValue
package dev.registrar.resource.time;

import com.google.errorprone.annotations.CheckReturnValue;
