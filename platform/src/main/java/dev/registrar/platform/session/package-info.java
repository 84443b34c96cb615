/**
 * Browser sessions, stored in PostgreSQL for the gateways, which have no database. What a session contains is known to the gateways
 * only.
 */
package dev.registrar.platform.session;
