/** What a read found: the primary data and what a compound document includes, in rows of the database. The store fills it, and the document writer writes it. */
@CheckReturnValue
package dev.registrar.resource.result;

import com.google.errorprone.annotations.CheckReturnValue;
