package dev.registrar.gateway.contract;

import dev.registrar.resource.bus.Action;

/**
 * An operation of the contract: a method on a path.
 *
 * @param action what the operation asks of the resource verticle
 * @param takesCursors whether the operation reads a page of a collection
 */
public record ContractOperation(Action action, boolean takesCursors) {}
