/**
 * The result of a read: the primary data and the included resources, as rows of the database. The store creates it, and
 * the document writer writes it.
 */
@CheckReturnValue
package dev.registrar.resource.result;

import com.google.errorprone.annotations.CheckReturnValue;
