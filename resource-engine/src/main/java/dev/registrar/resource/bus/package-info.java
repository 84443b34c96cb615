/**
 * The event-bus contract: addresses, headers, the request and the reply. It is a public interface for verticles in any
 * language, documented in docs/event-bus.md; it may change only compatibly.
 */
package dev.registrar.resource.bus;
