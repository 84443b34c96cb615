package dev.registrar.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README of the engine lists the classes that a request passes through, in their order. */
class RequestStepsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.registrar");

    private static final Pattern STEP = Pattern.compile("(?m)^\\d+\\. `(\\w+)`");

    /** A message or the map of action handlers leads there: no class of an earlier step refers to them. */
    private static final Set<String> ADDRESSED =
            Set.of("ResourceEndpoint", "ResourceReads", "RegistrationActions", "EnrollmentWorker");

    /** The classes that a section names, one at the beginning of each step. */
    private static List<String> stepsOf(String section) throws IOException {
        var readme = Files.readString(Path.of("../resource-engine/README.md"));
        var begin = readme.indexOf("## " + section + "\n");
        assertThat(begin).as(section).isNotNegative();
        return STEP.matcher(readme.substring(begin, readme.indexOf("\n## ", begin)))
                .results()
                .map(step -> step.group(1))
                .toList();
    }

    /** The names of all classes that refer to a class of this name, or to one within it. */
    private static Set<String> usersOf(String name) {
        return CLASSES.stream()
                .filter(type -> outerName(type.getName()).equals(name))
                .flatMap(type -> type.getDirectDependenciesToSelf().stream())
                .map(dependency -> outerName(dependency.getOriginClass().getName()))
                .collect(Collectors.toSet());
    }

    private static String outerName(String className) {
        return className.substring(className.lastIndexOf('.') + 1).split("\\$", 2)[0];
    }

    @ParameterizedTest
    @CsvSource({"Step by step: a GET of a page, 12", "Step by step: a POST of a registration, 15"})
    void each_documented_step_of_a_request_is_a_class_that_an_earlier_step_uses(String section, int atMost)
            throws IOException {
        var steps = stepsOf(section);
        assertThat(steps).hasSizeBetween(5, atMost);
        for (var index = 1; index < steps.size(); index++) {
            var step = steps.get(index);
            assertThat(usersOf(step)).as("%s exists and is used", step).isNotEmpty();
            if (!ADDRESSED.contains(step)) {
                assertThat(usersOf(step)).as(step).containsAnyElementsOf(steps.subList(0, index));
            }
        }
    }
}
