package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.source.ProjectFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes {@code target/conformance.md}: which test proves which section of the standards and of the specification. */
class ConformanceTest {
    private static final Path PAGE = Path.of("target", "conformance.md");
    private static final Pattern PROOF = Pattern.compile("(?s)@Proves\\((.*?)\\)\n.*? void (\\w+)\\(");
    private static final Pattern SECTION = Pattern.compile("\"([^\"]+)\"");

    /** A section, such as {@code Sparse Fieldsets} of {@code JSON:API 1.0}, and a test that proves it. */
    private record Proof(String document, String section, String test) {
        static Proof of(String section, String test) {
            var parts = section.split(", ", 2);
            return new Proof(parts[0], parts.length > 1 ? parts[1] : "", test);
        }
    }

    private static Stream<Proof> proofs() {
        return ProjectFiles.endingWith("Test.java")
                .flatMap(file -> PROOF.matcher(read(file))
                        .results()
                        .flatMap(test -> SECTION.matcher(test.group(1))
                                .results()
                                .map(section -> Proof.of(
                                        section.group(1),
                                        "%s (`%s`)"
                                                .formatted(
                                                        test.group(2).replace('_', ' '),
                                                        file.getFileName()
                                                                .toString()
                                                                .replace(".java", ""))))));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String page(Map<String, Map<String, String>> proofs) {
        return proofs.entrySet().stream()
                .map(document -> "\n## %s\n\n| section | what tests prove |\n|---|---|\n%s\n"
                        .formatted(
                                document.getKey(),
                                document.getValue().entrySet().stream()
                                        .map(section -> "| %s | %s |".formatted(section.getKey(), section.getValue()))
                                        .collect(Collectors.joining("\n"))))
                .collect(Collectors.joining("", "# Conformance\n", ""));
    }

    @Test
    void the_sections_of_the_standards_are_listed_with_the_tests_that_prove_them() throws IOException {
        Map<String, Map<String, String>> proofs = proofs().collect(Collectors.groupingBy(
                Proof::document,
                TreeMap::new,
                Collectors.groupingBy(
                        Proof::section, TreeMap::new, Collectors.mapping(Proof::test, Collectors.joining("; ")))));
        Files.writeString(Files.createDirectories(PAGE.getParent()).resolve(PAGE.getFileName()), page(proofs));
        assertThat(proofs.get("JSON:API 1.0")).hasSizeGreaterThan(30);
        assertThat(proofs.get("Specification")).hasSizeGreaterThan(10);
    }
}
