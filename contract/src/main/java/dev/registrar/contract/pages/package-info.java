/** Renders the pages to read, from Markdown to HTML. Only the build uses it; the runnable jar does not contain it. */
package dev.registrar.contract.pages;
