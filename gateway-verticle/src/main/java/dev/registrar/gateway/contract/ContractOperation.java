package dev.registrar.gateway.contract;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import java.util.List;

/**
 * An operation of the contract: a method on a path.
 *
 * @param id its operationId
 * @param action what the operation asks of the resource verticle
 * @param forAdministrators whether only callers with the administrative scope may use it
 * @param takesCursors whether the operation reads a page of a collection
 */
public record ContractOperation(String id, Action action, boolean forAdministrators, boolean takesCursors) {
    /** The administrative scope as the contract names it. */
    public static final String ADMINISTRATIVE = "registrar:admin";

    /** All scopes that a caller needs. */
    public List<String> scopes() {
        return forAdministrators ? List.of(action.scope(), Caller.ADMINISTRATIVE) : List.of(action.scope());
    }
}
