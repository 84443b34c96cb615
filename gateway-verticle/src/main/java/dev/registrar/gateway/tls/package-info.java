/** Certificates and keys of PEM files, read and checked in one way for whoever speaks TLS. */
@CheckReturnValue
package dev.registrar.gateway.tls;

import com.google.errorprone.annotations.CheckReturnValue;
