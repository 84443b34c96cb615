/**
 * The cluster that several nodes form: how they find each other, which nodes may join, and what happens when one is
 * lost.
 */
@CheckReturnValue
package dev.registrar.gateway.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
