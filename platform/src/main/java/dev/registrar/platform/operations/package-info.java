/**
 * What operators see of a node: why it does not start, its health, its metrics, its warnings, and the requests in its
 * log.
 */
package dev.registrar.platform.operations;
