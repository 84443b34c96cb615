/** What reading and writing JSON:API documents share: constants, ids, identifiers and text properties. */
package dev.registrar.resource.document;
