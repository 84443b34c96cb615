/**
 * What operators see of a node: why it does not start, its health, its metrics, its warnings, and the requests in its
 * log.
 */
@CheckReturnValue
package dev.registrar.platform.operations;

import com.google.errorprone.annotations.CheckReturnValue;
