package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_INCLUDE;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which related resources to include (JSON:API 1.0, "Inclusion of Related Resources").
 *
 * @param asked whether the client sent the parameter, even an empty one: the document then has the member
 *     {@code included}
 * @param local every path, and every prefix of a path, with only local types; shorter ones first
 * @param remote the relationships that lead to other verticles
 * @param remoteFields the {@code fields[...]} parameters for types of other verticles, which check them
 */
public record Inclusion(
        boolean asked, List<IncludePath> local, List<RemoteInclude> remote, Map<String, List<String>> remoteFields) {
    public static final String PARAMETER = "include";
    public static final int MAX_DEPTH = 3;
    public static final int MAX_PATHS = 10;

    /** The maximum number of local resources that a document includes. */
    public static final int MAX_RESOURCES = 5_000;

    static final Inclusion NONE = new Inclusion(false, List.of(), List.of(), Map.of());

    /**
     * A path of relationships from the primary data to resources to include.
     *
     * @param steps at least one
     */
    public record IncludePath(List<Step> steps) {
        /** A step from a resource of a local type over one of its relationships. */
        public record Step(ResourceType source, Relationship relationship) {}

        public Step lastStep() {
            return steps.get(steps.size() - 1);
        }
    }

    /**
     * A relationship whose related resources another verticle stores.
     *
     * @param onward the further paths to include, from there
     */
    public record RemoteInclude(IncludePath path, Set<String> onward) {
        public Relationship relationship() {
            return path.lastStep().relationship();
        }
    }

    /** Reads {@code include}: paths of relationships, some of which lead to other verticles. */
    static final class Reader {
        private final ResourceTypes types;
        private final ResourceType type;
        private final ErrorCollector errors;
        private final Map<List<String>, IncludePath> local = new LinkedHashMap<>();
        private final Map<IncludePath, Set<String>> remote = new LinkedHashMap<>();
        private boolean asked;

        Reader(ResourceTypes types, ResourceType type, ErrorCollector errors) {
            this.types = types;
            this.type = type;
            this.errors = errors;
        }

        void read(String value) {
            asked = true;
            if (!value.isEmpty()) {
                QueryReader.readNames(PARAMETER, value, MAX_PATHS, errors).forEach(this::readPath);
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

        /** Adds an error for each path that leads to several resources, or further than to those of another verticle. */
        void requireToOnes() {
            local.forEach((names, path) -> {
                if (path.lastStep().relationship() instanceof ToMany) {
                    reject(String.join(".", names), "a file has one line for each resource, and this leads to many.");
                }
            });
            remote.forEach((path, onward) -> onward.forEach(rest -> reject(
                    path.lastStep().relationship().name() + "." + rest,
                    "the columns of a file lead to another verticle, and no further.")));
        }

        private void readPath(String path) {
            var names = List.of(path.split("\\.", MAX_DEPTH + 1));
            if (names.size() > MAX_DEPTH) {
                reject(path, "a path has at most %s relationships.".formatted(MAX_DEPTH));
                return;
            }
            List<IncludePath.Step> steps = new ArrayList<>();
            var source = type;
            for (var name : names) {
                var relationship = source.relationship(name).filter(Reader::canBeIncluded);
                if (relationship.isEmpty()) {
                    reject(path, remedy(source, name));
                    return;
                }
                steps.add(new IncludePath.Step(source, relationship.get()));
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
                    parameter(PARAMETER), "\"%s\" cannot be included: %s".formatted(Excerpt.of(path), remedy)));
        }

        private static boolean canBeIncluded(Relationship relationship) {
            return !(relationship instanceof ToMany toMany && toMany.isOnlyLinked());
        }

        private static String remedy(ResourceType source, String name) {
            var names = source.relationships().stream()
                    .filter(Reader::canBeIncluded)
                    .map(Relationship::name)
                    .toList();
            return names.isEmpty()
                    ? "%s has no relationships that can be included.".formatted(source)
                    : Misspelling.remedy(name, names, "the relationships of %s".formatted(source));
        }
    }
}
