/** Writing response documents directly as bytes. */
@CheckReturnValue
package dev.registrar.resource.document.writing;

import com.google.errorprone.annotations.CheckReturnValue;
