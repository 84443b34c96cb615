package dev.registrar.gateway.operations;

/** The phase of a node's life. */
public enum NodePhase {
    STARTING,
    SERVING,
    STOPPING
}
