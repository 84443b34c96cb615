/** Changes of resources as events: their log, following them, webhooks and the audit. */
package dev.registrar.events;
