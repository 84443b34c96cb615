package dev.registrar.gateway.launcher;

import dev.registrar.gateway.operations.NodeParts;
import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node does.
 *
 * @param taken the roles that it has
 * @param instances how many instances of each it runs
 */
public record Roles(Set<Role> taken, int instances) {
    /** One instance of every role. */
    public static final Roles ALL = new Roles(EnumSet.allOf(Role.class), 1);

    private static final List<String> RESOURCE_TYPES = List.of("courses", "course_terms", "registrations");

    public Roles {
        taken = Set.copyOf(taken);
    }

    boolean include(Role role) {
        return taken.contains(role);
    }

    boolean needDatabase() {
        return !taken.equals(Set.of(Role.GATEWAY));
    }

    /** How many connections to the database they open at most: they share them. */
    int connections(JsonObject configuration) {
        return taken.stream()
                .mapToInt(role -> role.connections(configuration))
                .max()
                .orElse(0);
    }

    /** What a node with these roles needs to be ready. */
    NodeParts parts() {
        return new NodeParts(
                Stream.of(Role.COURSE, Role.REGISTRATION, Role.ENROLLMENT)
                        .filter(this::include)
                        .map(Role::toString)
                        .toList(),
                include(Role.GATEWAY)
                        ? RESOURCE_TYPES.stream().map(ResourceBus::addressOf).toList()
                        : List.of());
    }

    @Override
    public String toString() {
        return taken.stream().sorted().map(Role::toString).collect(Collectors.joining(", "));
    }
}
