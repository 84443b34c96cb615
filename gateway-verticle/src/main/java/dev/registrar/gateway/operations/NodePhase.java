package dev.registrar.gateway.operations;

/** The phase of a node's life. */
enum NodePhase {
    STARTING,
    SERVING,
    STOPPING
}
