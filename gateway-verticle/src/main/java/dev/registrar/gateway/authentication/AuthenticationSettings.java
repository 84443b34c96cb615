package dev.registrar.gateway.authentication;

/**
 * How callers prove who they are.
 *
 * @param usersFile the vertx-auth-properties file with the users for Basic authentication
 */
public record AuthenticationSettings(String usersFile) {}
