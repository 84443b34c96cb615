/** Filters: the conditions on the resources of a collection, their operators and the search for words. */
@CheckReturnValue
package dev.registrar.resource.query.filter;

import com.google.errorprone.annotations.CheckReturnValue;
