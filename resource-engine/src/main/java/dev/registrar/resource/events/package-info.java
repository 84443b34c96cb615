/** What has happened, told to other verticles as CloudEvents. */
@CheckReturnValue
package dev.registrar.resource.events;

import com.google.errorprone.annotations.CheckReturnValue;
