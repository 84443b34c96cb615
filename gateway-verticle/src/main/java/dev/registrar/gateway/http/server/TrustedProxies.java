package dev.registrar.gateway.http.server;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.platform.settings.Settings;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The proxies in front of this service. What they report about a client's request, in the headers that they set, is
 * trusted.
 *
 * @param headers what they set on every request; any other header may have been sent by the client
 */
public record TrustedProxies(List<IpSubnetFilterRule> networks, Set<String> headers) {
    static final String FORWARDED = "Forwarded";
    static final String FOR = "X-Forwarded-For";
    static final String PROTO = "X-Forwarded-Proto";
    static final String HOST = "X-Forwarded-Host";
    static final String PORT = "X-Forwarded-Port";

    private static final List<String> KNOWN = List.of(FORWARDED, FOR, PROTO, HOST, PORT);
    private static final int NETWORK_BYTES = 8;

    /**
     * Parses the settings.
     *
     * @param networks a list such as {@code 192.0.2.7, 10.0.0.0/8, ::1}
     * @param headers a list such as {@code X-Forwarded-For, X-Forwarded-Proto}
     * @throws InvalidSettingsException with an error for each element that is neither an address nor a network
     * @throws IllegalArgumentException if there is an unknown header, or headers of both kinds
     */
    static TrustedProxies of(String networks, String headers) {
        return new TrustedProxies(Settings.readElements(networks, TrustedProxies::network), headers(headers));
    }

    private static Set<String> headers(String list) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Settings.elementsOf(list));
        if (names.stream().anyMatch(name -> KNOWN.stream().noneMatch(name::equalsIgnoreCase))) {
            throw new IllegalArgumentException("http.forwarded-headers: \"%s\" must contain only headers from %s"
                    .formatted(list, String.join(", ", KNOWN)));
        }
        if (names.contains(FORWARDED) && names.size() > 1) {
            throw new IllegalArgumentException(
                    "http.forwarded-headers must name Forwarded or headers that begin with X-Forwarded-, not both kinds");
        }
        return names;
    }

    boolean sets(String header) {
        return headers.contains(header);
    }

    /** Returns all lines of a header joined into one; blank if there are none or if the proxies do not set it. */
    String valueOf(String name, HttpServerRequest request) {
        return sets(name) ? String.join(",", request.headers().getAll(name)) : "";
    }

    /** The value set by the nearest proxy; values before it may come from the client. */
    Optional<String> lastOf(String name, HttpServerRequest request) {
        var values = valueOf(name, request);
        return Optional.of(values.substring(values.lastIndexOf(',') + 1).trim()).filter(value -> !value.isEmpty());
    }

    /** Whether this is the IP address of a trusted proxy; false for any text that is not an IP address. */
    public boolean includes(String address) {
        return !networks.isEmpty()
                && isAddress(address)
                && networks.stream().anyMatch(network -> network.matches(new InetSocketAddress(address, 0)));
    }

    private static IpSubnetFilterRule network(String element) {
        var slash = element.indexOf('/');
        var address = slash < 0 ? element : element.substring(0, slash);
        var prefix = slash < 0 ? bitsOf(address) : prefixLength(element.substring(slash + 1));
        if (!isAddress(address) || prefix > bitsOf(address)) {
            throw new IllegalArgumentException(
                    "http.trusted-proxies: \"%s\" is not an IP address or a network such as 10.0.0.0/8"
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

    /** Does not resolve host names: that would block, and anyone can put a host name into a header. */
    static boolean isAddress(String text) {
        return NetUtil.isValidIpV4Address(text) || NetUtil.isValidIpV6Address(text);
    }

    /**
     * Returns what counts as one client when requests are counted by their origin: an IPv4 address, or the /64 network
     * of an IPv6 address, such as {@code 2001:db8::/64}, in which a host can use any address (RFC 4291, 2.5.4).
     */
    static String networkOf(String address) {
        if (!isAddress(address)) {
            return address;
        }
        var ip = new InetSocketAddress(address, 0).getAddress();
        if (ip instanceof Inet4Address) {
            return ip.getHostAddress();
        }
        var network = Arrays.copyOf(Arrays.copyOf(ip.getAddress(), NETWORK_BYTES), ip.getAddress().length);
        return NetUtil.bytesToIpAddress(network) + "/64";
    }
}
