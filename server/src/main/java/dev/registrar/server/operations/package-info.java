/** Metrics and health for operators, on a separate port that clients of the API cannot reach. */
package dev.registrar.server.operations;
