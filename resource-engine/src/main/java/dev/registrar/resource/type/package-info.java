/**
 * The declaration of a resource type: its attributes, its relationships and their rules. Everything generic (reading,
 * writing, querying, storing) is derived from the declaration, so this is the only place for such a rule.
 */
@CheckReturnValue
package dev.registrar.resource.type;

import com.google.errorprone.annotations.CheckReturnValue;
