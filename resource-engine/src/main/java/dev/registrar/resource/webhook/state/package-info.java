/** The progress of each endpoint, stored in the database, so that any node can continue. */
@CheckReturnValue
package dev.registrar.resource.webhook.state;

import com.google.errorprone.annotations.CheckReturnValue;
