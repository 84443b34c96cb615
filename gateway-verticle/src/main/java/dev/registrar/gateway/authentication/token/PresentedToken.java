package dev.registrar.gateway.authentication.token;

/**
 * An access token as it came with a request.
 *
 * @param clientAddress where it comes from
 * @param wasGood whether it has been accepted before
 */
public record PresentedToken(String value, String clientAddress, boolean wasGood) {}
