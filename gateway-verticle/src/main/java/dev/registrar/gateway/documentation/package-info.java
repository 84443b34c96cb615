/** Serves the entry point, the contract as files and as an interactive page, and the pages to read. */
package dev.registrar.gateway.documentation;
