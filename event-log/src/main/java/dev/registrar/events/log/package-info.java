/** The log of a schema: publication to other verticles as CloudEvents, and replay on request. */
package dev.registrar.events.log;
