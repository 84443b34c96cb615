package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.webhook.address.PublicAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Parses the URLs of endpoints. Errors do not repeat them, because they may contain secrets. */
final class EndpointUrl {
    /** Stands for a URL that is wrong. */
    static final URI NONE = URI.create("https://invalid");

    private static final int MAX_PORT = 65_535;

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
                    "must be an absolute URL such as https://library.example.edu/hooks");
            var scheme = url.getScheme().toLowerCase(Locale.ROOT);
            require(
                    scheme.equals("https") || (scheme.equals("http") && allowsPrivateAddresses),
                    "must begin with https://; http:// is allowed only together with allow-private-addresses");
            require(
                    allowsPrivateAddresses || !PublicAddress.isPrivate(url.getHost()),
                    "must not have an address that is not public, except together with allow-private-addresses");
            require(url.getRawUserInfo() == null, "must not contain a user or password; deliveries are signed instead");
            require(url.getRawFragment() == null, "must not have a fragment (#)");
            return url;
        } catch (URISyntaxException repeatsTheUrl) {
            throw new WrongUrlException("must be an absolute URL such as https://library.example.edu/hooks");
        }
    }

    private static void require(boolean condition, String error) throws WrongUrlException {
        if (!condition) {
            throw new WrongUrlException(error);
        }
    }
}
