/** Reading JSON (RFC 8259) strictly and within bounds, and writing it to bytes. */
@CheckReturnValue
package dev.registrar.resource.json;

import com.google.errorprone.annotations.CheckReturnValue;
