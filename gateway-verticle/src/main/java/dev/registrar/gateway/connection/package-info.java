/**
 * The connections of clients: how requests are read from them, and how much clients can make the service hold
 * (connections, incomplete requests, and unread responses).
 */
package dev.registrar.gateway.connection;
