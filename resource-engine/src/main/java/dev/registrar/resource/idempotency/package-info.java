/** Requests that are sent again with the same Idempotency-Key have the effect and the answer of the first one. */
@CheckReturnValue
package dev.registrar.resource.idempotency;

import com.google.errorprone.annotations.CheckReturnValue;
