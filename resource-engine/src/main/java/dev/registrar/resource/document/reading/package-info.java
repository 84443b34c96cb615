/** Reading request documents according to a declaration; all errors are reported at once, each with its place. */
@CheckReturnValue
package dev.registrar.resource.document.reading;

import com.google.errorprone.annotations.CheckReturnValue;
