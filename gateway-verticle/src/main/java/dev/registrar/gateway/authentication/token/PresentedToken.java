package dev.registrar.gateway.authentication.token;

/**
 * An access token in a request.
 *
 * @param clientNetwork the network that the request comes from, which counts as one client
 * @param wasGood whether it has been accepted before
 */
public record PresentedToken(String value, String clientNetwork, boolean wasGood) {}
