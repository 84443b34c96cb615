/** How the verticles of a node tell whether they can work. */
@CheckReturnValue
package dev.registrar.resource.health;

import com.google.errorprone.annotations.CheckReturnValue;
