package dev.registrar.gateway.authentication.token;

import java.time.Duration;

/**
 * Whether and how the authorization server is asked about access tokens.
 *
 * @param oauth2Introspection whether it is asked about each token
 * @param oauth2IntrospectionInterval how long its response about a token is reused
 * @param oauth2ClientId the client id with which this service asks
 * @param oauth2ClientSecret the secret of that client
 */
public record IntrospectionSettings(
        boolean oauth2Introspection,
        Duration oauth2IntrospectionInterval,
        String oauth2ClientId,
        String oauth2ClientSecret) {}
