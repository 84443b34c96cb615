package dev.registrar.gateway.connection;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Bounds on what clients can make a server hold.
 *
 * @param pendingBytes of all connections, requests that have not arrived completely, and responses that have not been
 *     read
 * @param concurrentStreams on one HTTP/2 connection
 * @param idleTimeout how long a client may neither send nor read a part of what is pending
 */
public record ConnectionLimits(long pendingBytes, int concurrentStreams, Duration idleTimeout) {
    /** The maximum number of header fields of a request, and of its trailers. */
    public static final int HEADER_FIELDS = 100;

    /** The rest is for requests in progress, for what the service itself holds, and for garbage. */
    private static final int PART_OF_MEMORY = 4;

    /** The rest is for connections to PostgreSQL and other nodes. */
    private static final int PART_OF_FILES = 2;

    /**
     * What this process has for clients that it waits for, in bytes: a part of the heap or of the direct memory,
     * because clients need both, and no more than the connections that may be open.
     */
    public static long bytesOfProcess() {
        return Math.min(Math.min(heap(), direct()) / PART_OF_MEMORY, files() / PART_OF_FILES * ClientConnection.BYTES);
    }

    private static long heap() {
        return Runtime.getRuntime().maxMemory();
    }

    /** By default as much as the heap, which the JVM shows as 0. */
    private static long direct() {
        var limit = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        return limit == 0 ? heap() : limit;
    }

    private static long files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
    }
}
