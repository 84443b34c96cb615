package dev.registrar.gateway.authentication;

import io.vertx.core.http.HttpServerRequest;

/**
 * Prevents browsers from opening their own password dialog for a request from a page's script: the page would wait for
 * the dialog, although its user may want to log in another way.
 */
final class Browsers {
    private static final String BASIC = "Basic ";

    /** A scheme unknown to browsers, so its challenges reach the script as a normal response. */
    private static final String BASIC_FOR_SCRIPTS = "xBasic ";

    private Browsers() {}

    /** Returns the challenge, for requests from scripts under a name for which browsers open no dialog. */
    static String challenge(HttpServerRequest request, String challenge) {
        return challenge.startsWith(BASIC) && isFromScript(request)
                ? BASIC_FOR_SCRIPTS + challenge.substring(BASIC.length())
                : challenge;
    }

    /**
     * Browsers report the kind of request (W3C, Fetch Metadata Request Headers) if the service is reached over TLS or
     * on the same machine; otherwise, a script can mark its requests itself.
     */
    private static boolean isFromScript(HttpServerRequest request) {
        var mode = request.getHeader("Sec-Fetch-Mode");
        return (mode != null && !mode.equals("navigate")) || request.headers().contains("X-Requested-With");
    }
}
