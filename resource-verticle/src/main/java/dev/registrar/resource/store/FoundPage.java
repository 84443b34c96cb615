package dev.registrar.resource.store;

import dev.registrar.resource.document.FoundResources;
import java.util.List;

/**
 * A page of a collection and what a client wanted included with it.
 *
 * @param count how many resources the collection has on all its pages
 */
public record FoundPage(FoundResources resources, long count, List<FoundResources> included) {}
