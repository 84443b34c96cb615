/** Reading JSON (RFC 8259) strictly and within bounds, and writing it to bytes. */
package dev.registrar.resource.json;
