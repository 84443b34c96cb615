package dev.registrar.gateway.connection;

import java.time.Duration;

/** What a client is to send or to read, while the service holds memory for it. */
public final class Transfer {
    private final ClientConnection connection;
    private final PendingBytes pending;
    private final Runnable release;
    private final Runnable cutOff;
    private long bytes;
    private long lastProgress;
    private boolean hasEnded;

    Transfer(ClientConnection connection, PendingBytes pending, Runnable release, Runnable cutOff) {
        this.connection = connection;
        this.pending = pending;
        this.release = release;
        this.cutOff = cutOff;
    }

    /** Records that the client has made progress, and that this many more bytes are held for it. */
    public void advance(long more) {
        if (!hasEnded) {
            lastProgress = System.nanoTime();
            bytes += more;
            pending.await(this);
            connection.hold(more);
        }
    }

    /** Records that a request has arrived completely: its bytes are held until the {@link #end() end}. */
    public void settle() {
        pending.settle(this);
    }

    /** Records that nothing is held any more. */
    public void end() {
        if (!hasEnded) {
            hasEnded = true;
            pending.settle(this);
            connection.hold(-bytes);
        }
    }

    /** Whether nothing is held any more: it has ended, or is being cut off. */
    public boolean hasEnded() {
        return hasEnded;
    }

    boolean isStalled(Duration timeout) {
        return System.nanoTime() - lastProgress > timeout.toNanos();
    }

    void cutOff() {
        release.run();
        end();
        connection.end(cutOff);
    }
}
