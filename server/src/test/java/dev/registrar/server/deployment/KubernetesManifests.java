package dev.registrar.server.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The manifests in deploy/kubernetes. {@code .ci/lint} compares them with the schemas of the Kubernetes API. */
record KubernetesManifests(Map<String, List<JsonNode>> byFile) {
    private static final Path FOLDER = Path.of("../deploy/kubernetes");
    private static final YAMLMapper YAML = new YAMLMapper();

    static KubernetesManifests read() throws IOException {
        Map<String, List<JsonNode>> byFile = new TreeMap<>();
        try (var files = Files.newDirectoryStream(FOLDER, "*.yaml")) {
            for (var file : files) {
                try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
                    byFile.put(file.getFileName().toString(), documents.readAll());
                }
            }
        }
        return new KubernetesManifests(byFile);
    }

    /** All manifests of a kind. */
    List<JsonNode> all(String kind) {
        return byFile.values().stream()
                .flatMap(List::stream)
                .filter(manifest -> manifest.path("kind").asText().equals(kind))
                .toList();
    }

    /** The only manifest of a kind. */
    JsonNode only(String kind) {
        var all = all(kind);
        if (all.size() != 1) {
            throw new AssertionError(kind + ": " + all);
        }
        return all.get(0);
    }

    JsonNode named(String kind, String name) {
        return all(kind).stream()
                .filter(manifest -> manifest.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The Pods of the nodes and those of the migrations. */
    List<JsonNode> pods() {
        return List.of(only("Deployment").at("/spec/template"), only("Job").at("/spec/template"));
    }

    static JsonNode container(JsonNode pod) {
        return pod.at("/spec/containers/0");
    }

    /** The elements of a list. */
    static List<JsonNode> list(JsonNode list) {
        List<JsonNode> elements = new ArrayList<>();
        list.forEach(elements::add);
        return elements;
    }
}
