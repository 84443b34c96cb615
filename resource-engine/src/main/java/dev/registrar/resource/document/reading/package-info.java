/** Reading request documents according to a declaration; all errors are reported at once, each with its place. */
package dev.registrar.resource.document.reading;
