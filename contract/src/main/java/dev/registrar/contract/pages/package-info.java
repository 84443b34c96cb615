/** Renders the pages to read, from Markdown to HTML. Only the build uses it; the runnable jar does not contain it. */
@CheckReturnValue
package dev.registrar.contract.pages;

import com.google.errorprone.annotations.CheckReturnValue;
