package dev.registrar.resource.store.sql;

/** A piece of SQL that adds itself, with its arguments, where it is needed. */
@FunctionalInterface
public interface SqlPart {
    void addTo(SqlText sql);
}
