package dev.registrar.gateway.cluster;

import com.hazelcast.logging.ILogger;
import com.hazelcast.logging.NoLogFactory;
import com.hazelcast.logging.Slf4jFactory;

/** What Hazelcast logs, without the lines that tell the name by which members join: whoever knows it is let in. */
public final class HazelcastLog extends Slf4jFactory {
    private static final String TELLS_NAME = "com.hazelcast.system";

    @Override
    protected ILogger createLogger(String name) {
        return name.equals(TELLS_NAME) ? new NoLogFactory().getLogger(name) : super.createLogger(name);
    }
}
