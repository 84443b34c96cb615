/** The audit: who changed which resource, when, by which request, and how. Triggers record it; the table is shared by all schemas. */
@CheckReturnValue
package dev.registrar.resource.audit;

import com.google.errorprone.annotations.CheckReturnValue;
