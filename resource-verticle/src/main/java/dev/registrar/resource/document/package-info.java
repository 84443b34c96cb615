/**
 * JSON:API documents: read from a request, each fault at its place, and written to an answer once, as bytes. Nothing here
 * knows HTTP, the event bus or SQL text.
 */
@CheckReturnValue
package dev.registrar.resource.document;

import com.google.errorprone.annotations.CheckReturnValue;
