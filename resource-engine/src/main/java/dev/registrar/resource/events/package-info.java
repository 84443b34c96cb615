/** Events: changes of resources, published to other verticles as CloudEvents and replayed on request. */
@CheckReturnValue
package dev.registrar.resource.events;

import com.google.errorprone.annotations.CheckReturnValue;
