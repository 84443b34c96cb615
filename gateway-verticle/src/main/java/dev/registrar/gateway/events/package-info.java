/** The events of all resource types over HTTP: as pages, by long polling, and as a stream (Server-Sent Events). */
@CheckReturnValue
package dev.registrar.gateway.events;

import com.google.errorprone.annotations.CheckReturnValue;
