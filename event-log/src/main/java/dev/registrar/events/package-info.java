/** Changes of resources as events: their log, following them, webhooks and the audit. */
@CheckReturnValue
package dev.registrar.events;

import com.google.errorprone.annotations.CheckReturnValue;
