/**
 * The way of the data: SQL derived from declarations and queries, run on PostgreSQL in as few round trips as can do.
 * Everything that knows a table or a SQL state is here.
 */
@CheckReturnValue
package dev.registrar.resource.store;

import com.google.errorprone.annotations.CheckReturnValue;
