/** The order of a collection, and its pages: by number or by cursor. */
@CheckReturnValue
package dev.registrar.resource.query.paging;

import com.google.errorprone.annotations.CheckReturnValue;
