/**
 * Reading resources from PostgreSQL with their included resources, and changing them under the request's preconditions.
 */
@CheckReturnValue
package dev.registrar.resource.store;

import com.google.errorprone.annotations.CheckReturnValue;
