package dev.registrar.gateway.operations;

/** Where a node is between its start and its end. */
public enum NodePhase {
    STARTING,
    SERVING,
    STOPPING
}
