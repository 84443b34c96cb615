package dev.registrar.gateway.operations;

/** Whether this node should be sent requests. All threads may look. */
public final class NodeState {
    private volatile NodePhase phase = NodePhase.STARTING;

    public NodePhase phase() {
        return phase;
    }

    /** Says that everything has started; but what is stopping does not begin again. */
    public synchronized void serve() {
        if (phase == NodePhase.STARTING) {
            phase = NodePhase.SERVING;
        }
    }

    /** Says that the node should be sent nothing more. */
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
