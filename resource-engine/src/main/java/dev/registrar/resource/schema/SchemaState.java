package dev.registrar.resource.schema;

import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.type.Schema;
import java.util.Optional;

/**
 * The state of a schema, compared with its declaration.
 *
 * @param stored the version of the schema; empty before it has been created
 * @param pending the number of migrations that have not run
 */
record SchemaState(Schema schema, Optional<StoredVersion> stored, long pending) {

    /**
     * The version of a schema, as the last migration has recorded it.
     *
     * @param oldestUser the earliest version whose nodes can work with it
     */
    record StoredVersion(int number, int oldestUser) {}

    /** Whether this version has migrations to run. A schema of a newer version is never downgraded. */
    boolean isBehind() {
        return pending > 0 && !isNewer();
    }

    private boolean isNewer() {
        return stored.filter(version -> version.number() > schema.version()).isPresent();
    }

    /** Fails when the schema is too new for this version. */
    void requireUsable() {
        stored.filter(version -> version.oldestUser() > schema.version()).ifPresent(version -> {
            throw new StartException(
                    StartFailure.SCHEMA,
                    "The %s is newer than this version of Registrar, which has V%s and cannot work with V%s: that needs V%s or later"
                            .formatted(schema, schema.version(), version.number(), version.oldestUser()));
        });
    }

    String migrated() {
        return "The %s was %s and is V%s now (migrations run: %s)"
                .formatted(schema, version(), schema.version(), pending);
    }

    /** Describes what a start will find and do, for operators. */
    @Override
    public String toString() {
        if (stored.isEmpty()) {
            return "missing; a start creates it, V%s".formatted(schema.version());
        }
        if (isBehind()) {
            return "%s; a start changes it to V%s (migrations to run: %s)"
                    .formatted(version(), schema.version(), pending);
        }
        return isNewer() ? version() + ", of a newer version" : version();
    }

    private String version() {
        return stored.map(version -> "V" + version.number()).orElse("missing");
    }
}
