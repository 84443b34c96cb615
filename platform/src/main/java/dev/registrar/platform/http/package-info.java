/** Signed HTTP requests to systems of others: webhooks, and questions to a decider. */
@CheckReturnValue
package dev.registrar.platform.http;

import com.google.errorprone.annotations.CheckReturnValue;
