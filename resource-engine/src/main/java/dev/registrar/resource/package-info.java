/** The base of every resource verticle: serves declared resource types on the event bus. */
@CheckReturnValue
package dev.registrar.resource;

import com.google.errorprone.annotations.CheckReturnValue;
