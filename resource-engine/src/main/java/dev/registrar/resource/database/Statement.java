package dev.registrar.resource.database;

import io.vertx.sqlclient.Tuple;

/** SQL text with the arguments of its parameters. */
public record Statement(String sql, Tuple arguments) {}
