package dev.registrar.server.node;

import dev.registrar.events.AuditEvents;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.imports.Imports;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.operations.OperationsVerticle.Parts;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The roles of a node.
 *
 * @param taken the roles that it runs
 * @param instances the number of instances of each role
 */
public record Roles(Set<Role> taken, int instances) {
    /** Half of the processors: PostgreSQL and other programs need the rest. */
    public static final int DEFAULT_INSTANCES = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Every role, with the default number of instances. */
    public static final Roles ALL = new Roles(EnumSet.allOf(Role.class), DEFAULT_INSTANCES);

    public Roles {
        taken = Set.copyOf(taken);
    }

    /**
     * Options of the Vert.x of a node with these roles: an event loop for each instance. To hand a request over to
     * another event loop, and its reply back, takes longer than most of what is done there.
     */
    public VertxOptions vertxOptions() {
        return new VertxOptions().setEventLoopPoolSize(instances);
    }

    boolean includes(Role role) {
        return taken.contains(role);
    }

    public boolean needsDatabase() {
        return taken.stream().anyMatch(role -> role != Role.GATEWAY);
    }

    /** The maximum number of database connections. */
    public int connections(JsonObject configuration) {
        var ofInstance =
                taken.stream().mapToInt(role -> role.connections(configuration)).sum();
        var serveResources = taken.stream().anyMatch(role -> role.schema().isPresent());
        return instances * ofInstance + (serveResources ? ResourceService.sharedConnections(configuration) : 0);
    }

    /** Returns the settings of a node with these roles on which all nodes of its cluster should agree, by key. */
    public Map<String, String> sharedSettings(JsonObject configuration) {
        var decider = "enrollment.decider";
        return includes(Role.ENROLLMENT)
                ? Map.of(decider, Settings.value(configuration, decider, String.class))
                : Map.of();
    }

    /** The parts that a node with these roles needs to be ready. */
    Parts parts() {
        return new Parts(
                taken.stream()
                        .filter(role -> role != Role.GATEWAY)
                        .sorted()
                        .map(role -> role.schema().map(Schema::name).orElseGet(role::toString))
                        .toList(),
                includes(Role.GATEWAY) ? addressesOfAllTypes() : List.of());
    }

    private static List<String> addressesOfAllTypes() {
        return Stream.concat(
                        Deployment.SCHEMAS.stream().map(Schema::types), Stream.of(AuditEvents.TYPES, Imports.TYPES))
                .flatMap(types -> types.all().stream())
                .map(type -> ResourceBus.addressOf(type.name()))
                .toList();
    }

    @Override
    public String toString() {
        return taken.stream().sorted().map(Role::toString).collect(Collectors.joining(", "));
    }
}
