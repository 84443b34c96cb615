package dev.registrar.gateway.contract;

import dev.registrar.resource.bus.Action;
import java.util.Set;

/**
 * One operation of the contract: a method on a path.
 *
 * @param id the {@code operationId}
 * @param action what the operation asks of the resource verticle
 * @param takesDocument whether the request carries a JSON:API document
 * @param scopes all of which the caller needs
 */
public record ContractOperation(String id, Action action, boolean takesDocument, Set<String> scopes) {}
