package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.webhook.address.PublicAddress;
import io.netty.util.NetUtil;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Parses the URLs of endpoints. Errors do not repeat them, because they may contain secrets. */
final class EndpointUrl {
    /** Stands for a URL that is wrong. */
    static final URI NONE = URI.create("https://invalid");

    private static final String NO_URL = "must be an absolute URL such as https://library.example.edu/hooks";
    private static final int MAX_PORT = 65_535;

    /** The last label of an IPv4 address is a number, that of a name never is. */
    private static final Pattern IPV4 = Pattern.compile("(.*\\.)?(\\d+|0[xX]\\p{XDigit}*)\\.?");

    private EndpointUrl() {}

    /** A URL that cannot be used; the message continues a sentence that names its key. */
    static final class WrongUrlException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongUrlException(String message) {
            super(message);
        }
    }

    static URI parse(String text, boolean allowsPrivateAddresses) throws WrongUrlException {
        try {
            var url = new URI(text);
            require(
                    url.getHost() != null && url.getScheme() != null && url.getPort() <= MAX_PORT && url.getPort() != 0,
                    NO_URL);
            var scheme = url.getScheme().toLowerCase(Locale.ROOT);
            require(
                    scheme.equals("https") || (scheme.equals("http") && allowsPrivateAddresses),
                    "must begin with https://; http:// is allowed only together with allow-private-addresses");
            require(
                    !isUnusualIpv4(url.getHost()),
                    "must have a name, or an address as four decimal numbers (192.0.2.1) or in IPv6 ([2001:db8::1])");
            require(
                    allowsPrivateAddresses || !PublicAddress.isPrivate(url.getHost()),
                    "must not have an address that is not public, except together with allow-private-addresses");
            require(url.getRawUserInfo() == null, "must not contain a user or password; deliveries are signed instead");
            require(url.getRawFragment() == null, "must not have a fragment (#)");
            return url;
        } catch (URISyntaxException repeatsTheUrl) {
            throw new WrongUrlException(NO_URL);
        }
    }

    /** Some programs read 2130706433 or 0x7f000001 as an address; here it would be a name that is never found. */
    private static boolean isUnusualIpv4(String host) {
        return IPV4.matcher(host).matches() && !NetUtil.isValidIpV4Address(host);
    }

    private static void require(boolean condition, String error) throws WrongUrlException {
        if (!condition) {
            throw new WrongUrlException(error);
        }
    }
}
