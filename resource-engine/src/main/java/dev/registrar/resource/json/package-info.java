/** JSON (RFC 8259), read strictly and within bounds, and written to bytes at once. */
@CheckReturnValue
package dev.registrar.resource.json;

import com.google.errorprone.annotations.CheckReturnValue;
