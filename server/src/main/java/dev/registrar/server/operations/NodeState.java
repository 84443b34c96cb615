package dev.registrar.server.operations;

/** Whether this node is ready for requests. Thread-safe. */
public final class NodeState {
    enum Phase {
        STARTING,
        SERVING,
        STOPPING
    }

    private volatile Phase phase = Phase.STARTING;

    Phase phase() {
        return phase;
    }

    /** Records that everything has started. Has no effect if the node is stopping. */
    public synchronized void serve() {
        if (phase == Phase.STARTING) {
            phase = Phase.SERVING;
        }
    }

    /** Records that the node must not be sent any more requests. */
    public synchronized void stop() {
        phase = Phase.STOPPING;
    }

    public boolean isServing() {
        return phase == Phase.SERVING;
    }

    public boolean isStopping() {
        return phase == Phase.STOPPING;
    }
}
