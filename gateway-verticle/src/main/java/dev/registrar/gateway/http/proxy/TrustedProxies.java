package dev.registrar.gateway.http.proxy;

import dev.registrar.resource.settings.InvalidSettingsException;
import dev.registrar.resource.settings.Settings;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The proxies in front of this service. What they report about a client's request, in the headers that they set, is
 * trusted.
 */
public final class TrustedProxies {
    private final List<IpSubnetFilterRule> networks;
    private final ForwardedHeaders headers;

    private TrustedProxies(List<IpSubnetFilterRule> networks, ForwardedHeaders headers) {
        this.networks = networks;
        this.headers = headers;
    }

    /**
     * Parses a list such as {@code 192.0.2.7, 10.0.0.0/8, ::1}.
     *
     * @throws InvalidSettingsException with an error for each element that is neither an address nor a network
     */
    public static TrustedProxies of(String list, ForwardedHeaders headers) {
        return new TrustedProxies(Settings.readElements(list, TrustedProxies::network), headers);
    }

    ForwardedHeaders headers() {
        return headers;
    }

    boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Whether this is the IP address of a trusted proxy; false for any text that is not an IP address. */
    public boolean includes(String address) {
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
}
