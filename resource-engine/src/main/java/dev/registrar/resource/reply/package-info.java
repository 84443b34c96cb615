/**
 * The replies to requests that change a resource or one of its relationships, and the resource that a request names.
 */
@CheckReturnValue
package dev.registrar.resource.reply;

import com.google.errorprone.annotations.CheckReturnValue;
