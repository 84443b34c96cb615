/**
 * The connections of clients: how requests are read from them, and what clients can make the service hold: so many connections,
 * so many requests on each, and so many bytes that they have not sent whole or not read yet.
 */
@CheckReturnValue
package dev.registrar.gateway.connection;

import com.google.errorprone.annotations.CheckReturnValue;
