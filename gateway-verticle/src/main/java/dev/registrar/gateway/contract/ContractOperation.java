package dev.registrar.gateway.contract;

import dev.registrar.resource.bus.Action;
import java.util.Set;

/**
 * An operation of the contract: a method on a path.
 *
 * @param action what the operation asks of the resource verticle
 * @param takesDocument whether the request has a JSON:API document
 * @param takesCursors whether the operation reads a page of a collection
 * @param scopes the caller needs all of them
 */
public record ContractOperation(Action action, boolean takesDocument, boolean takesCursors, Set<String> scopes) {}
