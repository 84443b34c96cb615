/**
 * Tests of three nodes in separate JVMs behind HAProxy under load: after each fault, everything that clients were told must
 * still hold.
 */
package dev.registrar.server.faults.cluster;
