/**
 * Bearer authentication: verifies access tokens or asks the authorization server about them, and identifies their
 * callers.
 */
package dev.registrar.gateway.authentication.bearer;
