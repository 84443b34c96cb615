/**
 * Browser sessions, stored in PostgreSQL for the gateways, which have no database. What a session contains is known to the gateways
 * only.
 */
@CheckReturnValue
package dev.registrar.platform.session;

import com.google.errorprone.annotations.CheckReturnValue;
