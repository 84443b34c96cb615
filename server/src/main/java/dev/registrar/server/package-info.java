/** The command line: starts a node, checks what it needs, or migrates the database. A JVM of others joins the cluster here. */
package dev.registrar.server;
