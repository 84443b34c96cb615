package dev.registrar.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.SocketInterceptorConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.internal.server.tcp.UnifiedChannelInitializer;
import com.hazelcast.nio.MemberSocketInterceptor;
import dev.registrar.cluster.ConnectingSide.HandshakeException;
import java.io.IOException;
import java.net.Socket;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A Hazelcast member that does the handshake on each connection first. Hazelcast itself would read packets of any size
 * from anyone, and deserialize them. Its open-source edition has the places where its enterprise edition checks
 * connections, but nothing in them, and they are internal: this class and {@link AcceptedConnection} are to be looked
 * at with each new version of Hazelcast, and go when the cluster has mutual TLS.
 */
final class GuardedMember extends DefaultNodeContext {
    private final Handshake handshake;

    private GuardedMember(Handshake handshake) {
        this.handshake = handshake;
    }

    /** Starts the member. Blocks until it has joined others or found none. */
    static HazelcastInstance start(Config config, Handshake handshake) {
        config.getNetworkConfig().setSocketInterceptorConfig(new SocketInterceptorConfig().setEnabled(true));
        return HazelcastInstanceFactory.newHazelcastInstance(
                config, config.getInstanceName(), new GuardedMember(handshake));
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        return new Extension(node);
    }

    private final class Extension extends DefaultNodeExtension {
        Extension(Node node) {
            super(node);
        }

        /** Would log the name under which members join, which is derived from the secret. */
        @Override
        public void printNodeInfo() {
            // Vert.x and RegistrarCluster log what operators need to know.
        }

        @Override
        public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
            return new Interceptor();
        }

        @Override
        public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext context) {
            var pending = new PendingHandshakes();
            var unused = node.getNodeEngine()
                    .getExecutionService()
                    .scheduleWithRepetition(pending::closeLate, 1, 1, TimeUnit.SECONDS);
            var hazelcast = new UnifiedChannelInitializer(context);
            return endpoint -> channel -> {
                if (!channel.isClientMode()) {
                    channel.inboundPipeline().addLast(new AcceptedConnection(handshake, pending));
                }
                // On a connection that this member has opened, the interceptor has done the handshake already.
                hazelcast.initChannel(channel);
            };
        }
    }

    private final class Interceptor implements MemberSocketInterceptor {
        @Override
        public void init(Properties properties) {
            // There are none.
        }

        @Override
        public void onConnect(Socket connected) throws IOException {
            try {
                ConnectingSide.run(handshake, connected);
            } catch (HandshakeException e) {
                if (e.isFinal()) {
                    handshake.warn("%s:%s is listening but does not let this node in: %s"
                            .formatted(
                                    connected.getInetAddress().getHostAddress(), connected.getPort(), e.getMessage()));
                }
                throw e;
            }
        }

        @Override
        public void onAccept(Socket accepted) {
            // AcceptedConnection does the handshake: here, each slow connection would occupy a thread.
        }
    }
}
