package dev.registrar.gateway.http.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** The memory that the JVM has. */
final class JvmMemory {
    /** The rest is for requests in progress, for what the service itself holds, and for garbage. */
    private static final int PART_FOR_CLIENTS = 4;

    private JvmMemory() {}

    /** In bytes: a part of the heap or of the direct memory, whichever is smaller, because clients need both. */
    static long forClients() {
        var heap = Runtime.getRuntime().maxMemory();
        var direct = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        return Math.min(heap, direct == 0 ? heap : direct) / PART_FOR_CLIENTS;
    }
}
