package dev.registrar.gateway.authentication.bearer;

import java.util.List;
import java.util.stream.Stream;

/**
 * The scopes of the organization itself, by the names that its authorization server has for them; blank ones are not
 * configured.
 *
 * @param loginScope a scope without which nobody is let in by an access token
 * @param groupScope another one
 * @param administrativeScope the scope that frees a caller from the bond to a person
 */
public record OrganizationScopes(String loginScope, String groupScope, String administrativeScope) {
    /** By the names of the contract, and of the realm in conf/keycloak. */
    private static final OrganizationScopes DESCRIBED =
            new OrganizationScopes("registrar:login", "registrar:group", "registrar:admin");

    public List<String> configured() {
        return all().stream().filter(scope -> !scope.isBlank()).toList();
    }

    /** What every access token must have been granted, whatever it is used for. */
    List<String> required() {
        return Stream.of(loginScope, groupScope)
                .filter(scope -> !scope.isBlank())
                .toList();
    }

    /** The name that a scope of the contract has in this organization: its own, unless another one is configured. */
    public String nameOf(String described) {
        var position = DESCRIBED.all().indexOf(described);
        var configured = position < 0 ? "" : all().get(position);
        return configured.isBlank() ? described : configured;
    }

    private List<String> all() {
        return List.of(loginScope, groupScope, administrativeScope);
    }
}
