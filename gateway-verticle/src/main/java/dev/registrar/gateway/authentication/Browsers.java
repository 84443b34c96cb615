package dev.registrar.gateway.authentication;

import io.vertx.core.http.HttpServerRequest;

/**
 * Keeps browsers from asking for a password in a dialog of their own when it was a page's script that called: the page
 * waits on that dialog, and its user may have come to log in otherwise.
 */
final class Browsers {
    private static final String BASIC = "Basic ";

    /** A scheme of no browser: whatever is challenged with it reaches the script as a response. */
    private static final String BASIC_FOR_SCRIPTS = "xBasic ";

    private Browsers() {}

    /** The challenge under a name that makes no browser open its dialog, where a script called. */
    static String challenge(HttpServerRequest request, String challenge) {
        return challenge.startsWith(BASIC) && isFromScript(request)
                ? BASIC_FOR_SCRIPTS + challenge.substring(BASIC.length())
                : challenge;
    }

    /**
     * Browsers tell what a request is for (W3C, Fetch Metadata Request Headers) where the service is reached by TLS or on
     * the same machine; elsewhere a script can tell it.
     */
    private static boolean isFromScript(HttpServerRequest request) {
        var mode = request.getHeader("Sec-Fetch-Mode");
        return (mode != null && !mode.equals("navigate")) || request.headers().contains("X-Requested-With");
    }
}
