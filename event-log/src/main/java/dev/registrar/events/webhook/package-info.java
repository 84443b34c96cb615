/** Webhooks: events of a schema, delivered to the HTTP endpoints of other organizations' systems. */
package dev.registrar.events.webhook;
