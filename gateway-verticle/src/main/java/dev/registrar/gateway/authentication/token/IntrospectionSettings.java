package dev.registrar.gateway.authentication.token;

import java.time.Duration;

/**
 * Whether and how the authorization server is asked about access tokens.
 *
 * @param oauth2Introspection whether it is asked about each
 * @param oauth2IntrospectionInterval how long its response about one is used before it is asked again
 * @param oauth2ClientId the client as which it is asked
 * @param oauth2ClientSecret the secret of that client
 */
public record IntrospectionSettings(
        boolean oauth2Introspection,
        Duration oauth2IntrospectionInterval,
        String oauth2ClientId,
        String oauth2ClientSecret) {}
