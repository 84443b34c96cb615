package dev.registrar.gateway.authentication.token;

/**
 * An access token in a request.
 *
 * @param clientAddress the address of the client
 * @param wasGood whether it has been accepted before
 */
public record PresentedToken(String value, String clientAddress, boolean wasGood) {}
