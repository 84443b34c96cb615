/**
 * PostgreSQL: the server and its checks, pools of connections, statements bounded by deadlines, and what their failures
 * mean.
 */
package dev.registrar.platform.database;
