/** What reading and writing JSON:API documents share: constants, ids, identifiers and text properties. */
@CheckReturnValue
package dev.registrar.resource.document;

import com.google.errorprone.annotations.CheckReturnValue;
