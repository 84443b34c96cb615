package dev.registrar.platform.http;

import dev.registrar.platform.settings.SettingsErrors;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The URL of a system of others. It may contain secrets, so errors do not repeat it. */
public record HttpUrl(URI uri) {
    /** Stands for a URL that is wrong. */
    private static final HttpUrl NONE = new HttpUrl(URI.create("https://invalid"));

    private static final Pattern SCHEME = Pattern.compile("https?", Pattern.CASE_INSENSITIVE);
    private static final int MAX_PORT = 65_535;

    /** The last label of an IPv4 address is a number, that of a name never is. */
    private static final Pattern IPV4 = Pattern.compile("(.*\\.)?(\\d+|0[xX]\\p{XDigit}*)\\.?");

    /** Reads a setting. The errors get what is wrong with it; then the result is some other URL. */
    public static HttpUrl read(String key, String text, SettingsErrors errors) {
        var url = absolute(text);
        if (url.isEmpty()) {
            errors.add(key + " must be an absolute URL such as https://library.example.edu/hooks");
            return NONE;
        }
        errors.require(
                !isUnusualIpv4(url.get().getHost()),
                key
                        + " must have a name, or an address as four decimal numbers (192.0.2.1) or in IPv6 ([2001:db8::1])");
        errors.require(
                url.get().getRawUserInfo() == null,
                key + " must not contain a user or password; requests are signed instead");
        errors.require(url.get().getRawFragment() == null, key + " must not have a fragment (#)");
        return new HttpUrl(url.get());
    }

    private static Optional<URI> absolute(String text) {
        try {
            return Optional.of(new URI(text))
                    .filter(url -> url.getScheme() != null
                            && SCHEME.matcher(url.getScheme()).matches())
                    .filter(url -> url.getHost() != null && url.getPort() <= MAX_PORT && url.getPort() != 0);
        } catch (URISyntaxException repeatsTheUrl) {
            return Optional.empty();
        }
    }

    /** Some programs read 2130706433 or 0x7f000001 as an address; here it would be a name that is never found. */
    private static boolean isUnusualIpv4(String host) {
        return IPV4.matcher(host).matches() && !NetUtil.isValidIpV4Address(host);
    }

    public boolean usesTls() {
        return uri.getScheme().toLowerCase(Locale.ROOT).equals("https");
    }

    /** Whether it leads to this machine; a name other than localhost is not looked up. */
    public boolean isOnLoopback() {
        return host().equalsIgnoreCase("localhost")
                || Optional.ofNullable(NetUtil.createInetAddressFromIpAddressString(host()))
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }

    /** The host, without the brackets of an IPv6 address. */
    public String host() {
        return uri.getHost().replaceAll("[\\[\\]]", "");
    }

    public int port() {
        return uri.getPort() > 0 ? uri.getPort() : usesTls() ? 443 : 80;
    }

    /** The path and query. */
    public String path() {
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
