package dev.registrar.resource.store.sql;

/** A piece of SQL that adds itself, with its arguments, to a statement. */
@FunctionalInterface
public interface SqlPart {
    void addTo(SqlText sql);
}
