/** Why a node cannot start, as operators are told. */
@CheckReturnValue
package dev.registrar.resource.start;

import com.google.errorprone.annotations.CheckReturnValue;
