/**
 * PostgreSQL: the server and its checks, pools of connections, statements bounded by deadlines, and what their failures
 * mean.
 */
@CheckReturnValue
package dev.registrar.platform.database;

import com.google.errorprone.annotations.CheckReturnValue;
