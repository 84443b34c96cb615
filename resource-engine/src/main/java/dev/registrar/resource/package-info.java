/** What every resource verticle is made of: it offers a declared resource type on the event bus. */
@CheckReturnValue
package dev.registrar.resource;

import com.google.errorprone.annotations.CheckReturnValue;
