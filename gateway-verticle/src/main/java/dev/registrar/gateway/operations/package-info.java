/** What operators look at. It is served apart from the API, so that no client reaches it. */
@CheckReturnValue
package dev.registrar.gateway.operations;

import com.google.errorprone.annotations.CheckReturnValue;
