package dev.registrar.resource.schema;

import dev.registrar.resource.operations.StartException;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.type.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;

/**
 * The state of a schema, compared with the migrations of this version.
 *
 * @param schema the schema
 * @param own the newest migration of this version
 * @param applied the newest migration of the schema; empty when there is none
 * @param pending the number of migrations that have not run
 * @param newer the migrations of a newer version that have run
 */
public record SchemaState(
        Schema schema,
        MigrationVersion own,
        Optional<MigrationVersion> applied,
        long pending,
        List<MigrationInfo> newer) {
    private static final Set<MigrationState> OF_A_NEWER_VERSION =
            Set.of(MigrationState.FUTURE_SUCCESS, MigrationState.FUTURE_FAILED);

    /** Matches a migration that versions before V5 cannot work with: {@code V7__no_suffix_since_V5.sql}. */
    private static final Pattern REQUIREMENT = Pattern.compile(".* since V(\\d+)");

    static SchemaState of(Schema schema, MigrationInfo... all) {
        return new SchemaState(
                schema,
                newest(Stream.of(all).filter(migration -> !isNewer(migration))).orElse(MigrationVersion.EMPTY),
                newest(Stream.of(all).filter(migration -> migration.getState().isApplied())),
                Stream.of(all)
                        .filter(migration -> migration.getState() == MigrationState.PENDING)
                        .count(),
                Stream.of(all).filter(SchemaState::isNewer).toList());
    }

    private static Optional<MigrationVersion> newest(Stream<MigrationInfo> migrations) {
        return migrations
                .filter(MigrationInfo::isVersioned)
                .map(MigrationInfo::getVersion)
                .max(Comparator.naturalOrder());
    }

    private static boolean isNewer(MigrationInfo migration) {
        return OF_A_NEWER_VERSION.contains(migration.getState());
    }

    /** Whether no migration has run. */
    boolean isMissing() {
        return applied.isEmpty();
    }

    /** Whether this version has migrations to run. A schema of a newer version is never downgraded. */
    boolean isBehind() {
        return pending > 0 && newer.isEmpty();
    }

    /** Fails when a newer version has removed something that this one needs. */
    public void requireUsable() {
        newer.stream().filter(this::excludesThisVersion).findFirst().ifPresent(migration -> {
            throw new StartException(
                    StartFailure.SCHEMA,
                    "The %s is newer than this version of Registrar, which has V%s and cannot work with V%s (%s)"
                            .formatted(schema, own, migration.getVersion(), migration.getDescription()));
        });
    }

    private boolean excludesThisVersion(MigrationInfo migration) {
        var requirement = REQUIREMENT.matcher(migration.getDescription());
        return requirement.matches() && own.compareTo(MigrationVersion.fromVersion(requirement.group(1))) < 0;
    }

    /** Describes what a migration of the schema in this state has done, for operators. */
    String migrated() {
        return "The %s was %s and is V%s now (migrations run: %s)".formatted(schema, version(), own, pending);
    }

    /** Describes what a start will find and do, for operators. */
    @Override
    public String toString() {
        if (isMissing()) {
            return "missing; a start creates it, V%s".formatted(own);
        }
        if (isBehind()) {
            return "%s; a start changes it to V%s (migrations to run: %s)".formatted(version(), own, pending);
        }
        return newer.isEmpty() ? version() : version() + ", of a newer version";
    }

    private String version() {
        return applied.map(version -> "V" + version).orElse("missing");
    }
}
