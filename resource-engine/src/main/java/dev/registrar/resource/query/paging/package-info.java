/** The order of a collection and the part of it that a client asks for: by number or by cursor. */
@CheckReturnValue
package dev.registrar.resource.query.paging;

import com.google.errorprone.annotations.CheckReturnValue;
