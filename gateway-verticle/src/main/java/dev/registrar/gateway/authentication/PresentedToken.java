package dev.registrar.gateway.authentication;

/**
 * An access token as it came with a request.
 *
 * @param clientAddress where it comes from
 * @param wasGood whether it has been accepted before
 */
record PresentedToken(String value, String clientAddress, boolean wasGood) {}
