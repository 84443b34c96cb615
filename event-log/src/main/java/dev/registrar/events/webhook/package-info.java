/** Webhooks: events of a schema, delivered to the HTTP endpoints of other organizations' systems. */
@CheckReturnValue
package dev.registrar.events.webhook;

import com.google.errorprone.annotations.CheckReturnValue;
