/**
 * The declaration of a resource type: its attributes, relationships and the rules on them. Everything generic (reading,
 * writing, querying, storing) follows from a declaration, so a rule stands here or nowhere.
 */
@CheckReturnValue
package dev.registrar.resource.type;

import com.google.errorprone.annotations.CheckReturnValue;
