package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_INCLUDE;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.IncludePath.Step;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code include}: paths of relationships, some of which lead to other verticles. */
final class IncludeReader {
    private final ResourceTypes types;
    private final ResourceType type;
    private final ErrorCollector errors;
    private final Map<List<String>, IncludePath> local = new LinkedHashMap<>();
    private final Map<IncludePath, Set<String>> remote = new LinkedHashMap<>();
    private boolean asked;

    IncludeReader(ResourceTypes types, ResourceType type, ErrorCollector errors) {
        this.types = types;
        this.type = type;
        this.errors = errors;
    }

    void read(String value) {
        asked = true;
        if (value.isEmpty()) {
            return;
        }
        for (var path : new ListReader(errors).read(Inclusion.PARAMETER, value, IncludePath.MAX_PATHS)) {
            readPath(path);
        }
    }

    Inclusion finish(Map<String, List<String>> remoteFields) {
        return new Inclusion(
                asked,
                List.copyOf(local.values()),
                remote.entrySet().stream()
                        .map(entry -> new RemoteInclude(entry.getKey(), entry.getValue()))
                        .toList(),
                remoteFields);
    }

    private void readPath(String path) {
        var names = List.of(path.split("\\.", IncludePath.MAX_DEPTH + 1));
        if (names.size() > IncludePath.MAX_DEPTH) {
            reject(path, "a path has at most %s relationships.".formatted(IncludePath.MAX_DEPTH));
            return;
        }
        List<Step> steps = new ArrayList<>();
        var source = type;
        for (var name : names) {
            var relationship = source.relationship(name);
            if (relationship.isEmpty()) {
                reject(path, remedy(source, name));
                return;
            }
            steps.add(new Step(source, relationship.get()));
            var target = types.targetOf(relationship.get());
            if (target.isEmpty()) {
                leaveFor(new IncludePath(List.copyOf(steps)), names.subList(steps.size(), names.size()));
                return;
            }
            local.putIfAbsent(names.subList(0, steps.size()), new IncludePath(List.copyOf(steps)));
            source = target.get();
        }
    }

    /** The verticle on the other side checks the rest of the path. */
    private void leaveFor(IncludePath path, List<String> rest) {
        var onward = remote.computeIfAbsent(path, first -> new LinkedHashSet<>());
        if (!rest.isEmpty()) {
            onward.add(String.join(".", rest));
        }
    }

    private void reject(String path, String remedy) {
        errors.add(UNKNOWN_INCLUDE.at(
                parameter(Inclusion.PARAMETER), "\"%s\" cannot be included: %s".formatted(Excerpt.of(path), remedy)));
    }

    private static String remedy(ResourceType source, String name) {
        var relationships =
                source.relationships().stream().map(Relationship::name).toList();
        return relationships.isEmpty()
                ? "%s has no relationships.".formatted(source)
                : Misspelling.remedy(name, relationships, "the relationships of %s".formatted(source));
    }
}
