/** Why PostgreSQL did not do what it was asked: what a client is told, and what operators are told. */
@CheckReturnValue
package dev.registrar.resource.database.failure;

import com.google.errorprone.annotations.CheckReturnValue;
