/** Reads and checks certificates and keys in PEM files, for every use of TLS. */
package dev.registrar.platform.tls;
