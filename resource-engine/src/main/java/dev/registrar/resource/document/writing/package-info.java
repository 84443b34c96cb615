/** Writing response documents directly as bytes. */
package dev.registrar.resource.document.writing;
