/** Request deadlines, the pauses between attempts, and steps that are repeated. */
package dev.registrar.platform.time;
