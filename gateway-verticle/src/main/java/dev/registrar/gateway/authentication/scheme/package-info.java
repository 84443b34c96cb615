/**
 * What all authentication schemes share: the authenticated caller of a request, and why credentials do not allow it.
 */
package dev.registrar.gateway.authentication.scheme;
