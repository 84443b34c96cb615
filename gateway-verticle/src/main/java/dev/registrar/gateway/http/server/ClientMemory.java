package dev.registrar.gateway.http.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.registrar.gateway.connection.ClientConnection;
import java.lang.management.ManagementFactory;

/** What this process has for clients that it waits for. */
final class ClientMemory {
    /** The rest is for requests in progress, for what the service itself holds, and for garbage. */
    private static final int PART_OF_MEMORY = 4;

    /** The rest is for connections to PostgreSQL and other nodes. */
    private static final int PART_OF_FILES = 2;

    private ClientMemory() {}

    /** In bytes: a part of the heap or of the direct memory, because clients need both, and no more than the connections that may be open. */
    static long bytes() {
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
