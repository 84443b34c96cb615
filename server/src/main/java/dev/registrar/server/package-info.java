/** The command line: starts a node, checks what it needs, or migrates the database. */
package dev.registrar.server;
