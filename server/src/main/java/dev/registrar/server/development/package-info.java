/** The service for developers: the same node, with its own database and a sample catalogue. */
package dev.registrar.server.development;
