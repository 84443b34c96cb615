/** Typed settings, read from the configuration and checked once, when a verticle starts. */
@CheckReturnValue
package dev.registrar.platform.settings;

import com.google.errorprone.annotations.CheckReturnValue;
