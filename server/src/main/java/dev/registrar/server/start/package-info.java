/** Starts a process, explains to operators why it cannot start, and stops it on a signal. */
package dev.registrar.server.start;
