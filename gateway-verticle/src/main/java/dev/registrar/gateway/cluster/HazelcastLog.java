package dev.registrar.gateway.cluster;

import com.hazelcast.logging.ILogger;
import com.hazelcast.logging.NoLogFactory;
import com.hazelcast.logging.Slf4jFactory;

/** Logs for Hazelcast, except the lines that contain the name under which members join, which is derived from the secret. */
public final class HazelcastLog extends Slf4jFactory {
    private static final String LOGS_JOINING_NAME = "com.hazelcast.system";

    @Override
    protected ILogger createLogger(String name) {
        return name.equals(LOGS_JOINING_NAME) ? new NoLogFactory().getLogger(name) : super.createLogger(name);
    }
}
