/** Reads and checks certificates and keys in PEM files, for every use of TLS. */
@CheckReturnValue
package dev.registrar.platform.tls;

import com.google.errorprone.annotations.CheckReturnValue;
