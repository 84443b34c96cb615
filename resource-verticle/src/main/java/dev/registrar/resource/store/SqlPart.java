package dev.registrar.resource.store;

/** A piece of SQL that adds itself, with its arguments, where it is needed. */
@FunctionalInterface
interface SqlPart {
    void addTo(SqlText sql);
}
