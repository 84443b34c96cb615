/** Authenticates each request, by a password, an access token or a session, and checks its scopes. */
package dev.registrar.gateway.authentication;
