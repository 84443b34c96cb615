/** Resources in PostgreSQL: read with what they include, and changed under the conditions of the request. */
@CheckReturnValue
package dev.registrar.resource.store;

import com.google.errorprone.annotations.CheckReturnValue;
