/** The configuration of webhooks: the endpoints, their secrets, and the limits of deliveries. */
@CheckReturnValue
package dev.registrar.resource.webhook.settings;

import com.google.errorprone.annotations.CheckReturnValue;
