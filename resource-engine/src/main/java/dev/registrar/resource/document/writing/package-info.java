/** The documents of responses, written once, as bytes. */
@CheckReturnValue
package dev.registrar.resource.document.writing;

import com.google.errorprone.annotations.CheckReturnValue;
