package dev.registrar.gateway.http.proxy;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** The proxies in front of this service: what they say of a client's request, in the headers that they set, is believed. */
public final class TrustedProxies {
    private final List<IpSubnetFilterRule> networks;
    private final ForwardedHeaders headers;

    private TrustedProxies(List<IpSubnetFilterRule> networks, ForwardedHeaders headers) {
        this.networks = networks;
        this.headers = headers;
    }

    /**
     * Reads a list such as {@code 192.0.2.7, 10.0.0.0/8, ::1}.
     *
     * @throws IllegalArgumentException when an element is no address and no network
     */
    public static TrustedProxies of(String list, ForwardedHeaders headers) {
        var networks = Stream.of(list.split(",", -1))
                .map(String::trim)
                .filter(element -> !element.isEmpty())
                .map(TrustedProxies::network)
                .toList();
        return new TrustedProxies(networks, headers);
    }

    ForwardedHeaders headers() {
        return headers;
    }

    boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Whether a proxy has this IP address; false for any other text. */
    boolean include(String address) {
        if (!isAddress(address)) {
            return false;
        }
        try {
            var peer = new InetSocketAddress(InetAddress.getByName(address), 0);
            return networks.stream().anyMatch(network -> network.matches(peer));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static IpSubnetFilterRule network(String element) {
        var slash = element.indexOf('/');
        var address = slash < 0 ? element : element.substring(0, slash);
        var prefix = slash < 0 ? bitsOf(address) : prefixLength(element.substring(slash + 1));
        if (!isAddress(address) || prefix > bitsOf(address)) {
            throw new IllegalArgumentException(
                    "http.trusted-proxies: \"%s\" is no IP address and no network such as 10.0.0.0/8"
                            .formatted(element));
        }
        return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    }

    private static int bitsOf(String address) {
        return NetUtil.isValidIpV4Address(address) ? 32 : 128;
    }

    private static int prefixLength(String digits) {
        return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }

    /** Host names are not looked up: that would block, and anybody may name a host in a header. */
    static boolean isAddress(String text) {
        return NetUtil.isValidIpV4Address(text) || NetUtil.isValidIpV6Address(text);
    }
}
