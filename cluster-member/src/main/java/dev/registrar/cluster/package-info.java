/**
 * Joins a Vert.x to the cluster of the service: how the members find each other, who is let in, and what happens when
 * one is lost. For nodes of the service and for applications of others; depends on Vert.x, Hazelcast and slf4j alone.
 */
package dev.registrar.cluster;
