/** One process of the service: its roles, their verticles, and what they need before they start. */
package dev.registrar.server.node;
