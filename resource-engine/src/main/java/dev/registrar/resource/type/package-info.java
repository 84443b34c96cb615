/**
 * The declaration of a resource type: its attributes, its relationships and their rules. Everything generic (reading,
 * writing, querying, storing) is derived from the declaration, so this is the only place for such a rule.
 */
package dev.registrar.resource.type;
