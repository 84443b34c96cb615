/** The events of all resource types over HTTP: as pages, by long polling, and as a stream (Server-Sent Events). */
package dev.registrar.gateway.events;
