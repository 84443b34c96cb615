/** What every JSON:API document is made of: its media type, ids and text. Reading and writing documents have rooms of their own. */
@CheckReturnValue
package dev.registrar.resource.document;

import com.google.errorprone.annotations.CheckReturnValue;
