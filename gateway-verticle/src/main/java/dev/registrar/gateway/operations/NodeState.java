package dev.registrar.gateway.operations;

/** Whether this node is ready for requests. Thread-safe. */
public final class NodeState {
    private volatile NodePhase phase = NodePhase.STARTING;

    NodePhase phase() {
        return phase;
    }

    /** Records that everything has started. Has no effect if the node is stopping. */
    public synchronized void serve() {
        if (phase == NodePhase.STARTING) {
            phase = NodePhase.SERVING;
        }
    }

    /** Records that the node must not be sent any more requests. */
    public synchronized void stop() {
        phase = NodePhase.STOPPING;
    }

    public boolean isServing() {
        return phase == NodePhase.SERVING;
    }

    public boolean isStopping() {
        return phase == NodePhase.STOPPING;
    }
}
