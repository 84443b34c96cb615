/** Building SQL from declarations and queries. Nothing in this package runs it. */
@CheckReturnValue
package dev.registrar.resource.store.sql;

import com.google.errorprone.annotations.CheckReturnValue;
