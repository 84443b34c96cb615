/** Idempotency-Key: a request that is sent again takes effect once, and gets the reply of the first one. */
package dev.registrar.resource.idempotency;
