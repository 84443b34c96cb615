/** SQL text, derived from declarations and queries. Nothing here runs it. */
@CheckReturnValue
package dev.registrar.resource.store.sql;

import com.google.errorprone.annotations.CheckReturnValue;
