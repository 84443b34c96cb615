package dev.registrar.gateway.authentication;

import dev.registrar.gateway.contract.Contract.ContractOperation;
import dev.registrar.resource.bus.Caller;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The organization's own scopes, under the names of its authorization server; blank ones are not
 * configured.
 *
 * @param loginScope a scope that every access token must have
 * @param groupScope another one
 * @param administrativeScope the scope that frees a caller from being bound to a person, and opens the audit
 */
public record OrganizationScopes(String loginScope, String groupScope, String administrativeScope) {
    /** The names in the contract and in the realm in deploy/keycloak. */
    private static final OrganizationScopes DESCRIBED =
            new OrganizationScopes("registrar:login", "registrar:group", ContractOperation.ADMINISTRATIVE);

    public List<String> configured() {
        return all().stream().filter(scope -> !scope.isBlank()).toList();
    }

    /** The scopes that every access token must have, whatever it is used for. */
    List<String> required() {
        return Stream.of(loginScope, groupScope)
                .filter(scope -> !scope.isBlank())
                .toList();
    }

    /** Whether the scopes of an access token contain the administrative scope. */
    boolean isAdministrative(Set<String> granted) {
        return !administrativeScope.isBlank() && granted.contains(administrativeScope);
    }

    /** Returns the organization's name for a scope of the contract; the same name if none is configured. */
    public String nameOf(String described) {
        var position = DESCRIBED.all().indexOf(described);
        var configured = position < 0 ? "" : all().get(position);
        return configured.isBlank() ? described : configured;
    }

    /** Returns the name that access tokens have for a scope of a caller. */
    String nameInTokens(String scope) {
        return scope.equals(Caller.ADMINISTRATIVE) && !administrativeScope.isBlank() ? administrativeScope : scope;
    }

    private List<String> all() {
        return List.of(loginScope, groupScope, administrativeScope);
    }
}
