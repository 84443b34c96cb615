/** Health checks of the verticles of a node. */
@CheckReturnValue
package dev.registrar.resource.health;

import com.google.errorprone.annotations.CheckReturnValue;
