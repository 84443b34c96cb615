/** Browser sessions, on one node or on all nodes of a cluster. */
package dev.registrar.gateway.authentication.session;
