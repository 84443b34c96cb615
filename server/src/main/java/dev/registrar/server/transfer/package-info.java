/**
 * The commands {@code import} and {@code export}, which send files to a running service and receive them from it, over
 * HTTP like any other client.
 */
package dev.registrar.server.transfer;
