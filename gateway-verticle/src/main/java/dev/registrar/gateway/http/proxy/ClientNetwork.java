package dev.registrar.gateway.http.proxy;

import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The unit that counts as one client when requests are counted by their origin: an IPv4 address, or the /64 network of
 * an IPv6 address, in which a host can use any address (RFC 4291, 2.5.4).
 */
public final class ClientNetwork {
    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /** Returns the network of an IP address, such as {@code 192.0.2.1} or {@code 2001:db8::/64}. */
    public static String of(String address) {
        if (NetUtil.isValidIpV4Address(address)) {
            return address;
        }
        var bytes = NetUtil.createByteArrayFromIpAddressString(address);
        try {
            return bytes == null ? address : networkOf(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("An IPv6 address has 16 bytes", e);
        }
    }

    private static String networkOf(byte[] address) throws UnknownHostException {
        if (InetAddress.getByAddress(address) instanceof Inet4Address mapped) {
            return mapped.getHostAddress();
        }
        Arrays.fill(address, NETWORK_BYTES, address.length, (byte) 0);
        return NetUtil.toAddressString(InetAddress.getByAddress(address)) + "/64";
    }
}
