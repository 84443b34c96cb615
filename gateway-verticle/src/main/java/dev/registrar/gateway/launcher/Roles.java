package dev.registrar.gateway.launcher;

import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a node does.
 *
 * @param taken the roles that it has
 * @param instances how many instances of each it runs
 */
public record Roles(Set<Role> taken, int instances) {
    /** One instance of every role. */
    public static final Roles ALL = new Roles(EnumSet.allOf(Role.class), 1);

    public Roles {
        taken = Set.copyOf(taken);
    }

    boolean include(Role role) {
        return taken.contains(role);
    }

    boolean needDatabase() {
        return !taken.equals(Set.of(Role.GATEWAY));
    }

    /** How many connections to the database they open at most. */
    int connections(JsonObject configuration) {
        return instances
                * taken.stream()
                        .mapToInt(role -> role.connections(configuration))
                        .sum();
    }

    @Override
    public String toString() {
        return taken.stream().sorted().map(Role::toString).collect(Collectors.joining(", "));
    }
}
