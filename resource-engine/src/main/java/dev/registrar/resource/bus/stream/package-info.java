/**
 * Bodies of any length on the event bus: numbered chunks, for which their receiver asks one after the other. So neither
 * side holds more than one chunk, and both learn soon when the other one is gone. Documented in docs/event-bus.md.
 */
package dev.registrar.resource.bus.stream;
