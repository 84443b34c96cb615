package dev.registrar.gateway.cluster;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.spi.MemberAddressProvider;
import java.net.InetSocketAddress;

/** The only address on which this node listens for members, and which it announces to them. */
record MemberAddress(String host, int port) implements MemberAddressProvider {

    @Override
    public InetSocketAddress getBindAddress() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public InetSocketAddress getBindAddress(EndpointQualifier qualifier) {
        return getBindAddress();
    }

    @Override
    public InetSocketAddress getPublicAddress() {
        return getBindAddress();
    }

    @Override
    public InetSocketAddress getPublicAddress(EndpointQualifier qualifier) {
        return getBindAddress();
    }
}
