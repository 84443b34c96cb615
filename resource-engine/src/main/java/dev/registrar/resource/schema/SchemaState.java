package dev.registrar.resource.schema;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFault;
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
 * How far a schema is, beside the migrations of this version.
 *
 * @param schema which one
 * @param own the newest migration that this version has
 * @param applied the newest one that the schema has, if it has any
 * @param pending how many are to be run
 * @param newer those of a newer version that have run
 */
public record SchemaState(
        Schema schema,
        MigrationVersion own,
        Optional<MigrationVersion> applied,
        long pending,
        List<MigrationInfo> newer) {
    private static final Set<MigrationState> OF_A_NEWER_VERSION =
            Set.of(MigrationState.FUTURE_SUCCESS, MigrationState.FUTURE_FAILED);

    /** How the name of a migration ends after which older versions cannot work: {@code V7__no_suffix_since_V5.sql}. */
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

    /** Whether this version has something to run. What a newer version has made is not made older again. */
    boolean isBehind() {
        return pending > 0 && newer.isEmpty();
    }

    /** Fails when a newer version has removed what this one needs. */
    void requireUsable() {
        newer.stream().filter(this::excludesThisVersion).findFirst().ifPresent(migration -> {
            throw new StartException(
                    StartFault.SCHEMA,
                    "The %s is newer than this version of Registrar, which has V%s and cannot work with V%s (%s)"
                            .formatted(schema, own, migration.getVersion(), migration.getDescription()));
        });
    }

    private boolean excludesThisVersion(MigrationInfo migration) {
        var requirement = REQUIREMENT.matcher(migration.getDescription());
        return requirement.matches() && own.compareTo(MigrationVersion.fromVersion(requirement.group(1))) < 0;
    }

    /** Fails when a node cannot use it as it is. */
    public void requireUpToDate() {
        requireUsable();
        if (isBehind()) {
            throw new StartException(
                    StartFault.SCHEMA,
                    applied.map(version -> "it has V%s; this version of Registrar has V%s, %d migrations in all"
                                    .formatted(version, own, pending))
                            .orElse("it is missing"));
        }
    }

    @Override
    public String toString() {
        return "V" + applied.orElse(MigrationVersion.EMPTY) + (newer.isEmpty() ? "" : ", of a newer version");
    }
}
