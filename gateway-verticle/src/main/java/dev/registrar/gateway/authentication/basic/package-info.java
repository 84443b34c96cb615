/** Basic authentication: the users of a file, and limits on guessing their passwords. */
@CheckReturnValue
package dev.registrar.gateway.authentication.basic;

import com.google.errorprone.annotations.CheckReturnValue;
