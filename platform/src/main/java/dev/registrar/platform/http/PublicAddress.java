package dev.registrar.platform.http;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides which addresses belong to the public Internet, by the special-purpose address registries of IANA. A system at
 * any other address could be a part of the own network that trusts this service.
 */
public final class PublicAddress {
    /** Private, loopback, link-local, shared (CGNAT), documentation, benchmarking, 6to4 relay, multicast, reserved. */
    private static final List<IpSubnetFilterRule> SPECIAL = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            // Teredo and other protocol assignments, documentation, 6to4.
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    /**
     * Global unicast. Everything else of IPv6 is loopback, unique-local, link-local, multicast, a form of an IPv4
     * address (mapped, NAT64), or not assigned.
     */
    private static final List<IpSubnetFilterRule> ORDINARY = networks("0.0.0.0/0", "2000::/3");

    /** Names that are always loopback addresses (RFC 6761, 6.3). */
    private static final Pattern LOCALHOST = Pattern.compile("(.*\\.)?localhost\\.?", Pattern.CASE_INSENSITIVE);

    private PublicAddress() {}

    public static boolean is(InetAddress address) {
        return isIn(ORDINARY, address) && !isIn(SPECIAL, address);
    }

    /**
     * Whether a host of a URL is an address that is not public, or a name for this machine; other names are not looked
     * up.
     */
    public static boolean isPrivate(String host) {
        try {
            // A literal address is never looked up.
            return LOCALHOST.matcher(host).matches() || (isLiteral(host) && !is(InetAddress.getByName(host)));
        } catch (UnknownHostException malformedOrWithZone) {
            return true;
        }
    }

    private static boolean isLiteral(String host) {
        return host.contains(":") || NetUtil.isValidIpV4Address(host);
    }

    private static boolean isIn(List<IpSubnetFilterRule> networks, InetAddress address) {
        var anyPort = new InetSocketAddress(address, 0);
        return networks.stream().anyMatch(network -> network.matches(anyPort));
    }

    private static List<IpSubnetFilterRule> networks(String... written) {
        return Stream.of(written)
                .map(network -> new IpSubnetFilterRule(network, IpFilterRuleType.ACCEPT))
                .toList();
    }
}
