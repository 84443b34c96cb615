/**
 * The lines of the log, for people or as JSON, and the access log.
 *
 * <p>The JSON is written by {@code JsonLine}, not by logback's {@code JsonEncoder}: that one has its own names, such as
 * {@code timestamp} and {@code kvpList}, which cannot be changed to those of the Elastic Common Schema, and knows neither the
 * request nor its trace.
 */
package dev.registrar.server.log;
