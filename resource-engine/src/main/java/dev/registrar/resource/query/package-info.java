/**
 * Parsing of JSON:API query parameters (filter, sort, page, fields, include) according to a declaration. Each unknown,
 * repeated or malformed one is an error that names it and lists what is allowed.
 */
package dev.registrar.resource.query;
