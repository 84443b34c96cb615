/** Webhooks: events of a schema, delivered to the HTTP endpoints of other organizations' systems. */
@CheckReturnValue
package dev.registrar.resource.webhook;

import com.google.errorprone.annotations.CheckReturnValue;
