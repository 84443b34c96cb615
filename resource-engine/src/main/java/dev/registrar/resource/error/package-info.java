/**
 * JSON:API errors: what is wrong, where, and the remedy. The code that finds an error describes it as a
 * {@code JsonApiError}; only the edges (the event bus and HTTP) turn it into a reply or a response.
 */
package dev.registrar.resource.error;
