/** The addresses that an endpoint may have. */
@CheckReturnValue
package dev.registrar.resource.webhook.address;

import com.google.errorprone.annotations.CheckReturnValue;
