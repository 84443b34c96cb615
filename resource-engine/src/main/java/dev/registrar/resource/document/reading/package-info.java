/** The documents of requests, read against a declaration: all errors at once, each at its place. */
@CheckReturnValue
package dev.registrar.resource.document.reading;

import com.google.errorprone.annotations.CheckReturnValue;
