/** One attempt to deliver an event: the signed request, and the addresses that it may go to. */
@CheckReturnValue
package dev.registrar.resource.webhook.sending;

import com.google.errorprone.annotations.CheckReturnValue;
