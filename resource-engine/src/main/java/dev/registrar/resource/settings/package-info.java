/** Settings as typed values: what a configuration may say, checked once, when a verticle starts. */
@CheckReturnValue
package dev.registrar.resource.settings;

import com.google.errorprone.annotations.CheckReturnValue;
