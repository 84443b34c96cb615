/** Signed HTTP requests to systems of others: webhooks, and questions to a decider. */
package dev.registrar.platform.http;
