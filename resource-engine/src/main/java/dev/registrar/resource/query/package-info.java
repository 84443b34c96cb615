/** The query parameters of JSON:API (filter, sort, page, fields, include), parsed against a declaration: each unknown, repeated or malformed one is an error that names it and lists what is allowed. */
@CheckReturnValue
package dev.registrar.resource.query;

import com.google.errorprone.annotations.CheckReturnValue;
