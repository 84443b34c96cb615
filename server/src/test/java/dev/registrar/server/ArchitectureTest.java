package dev.registrar.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.registrar.server.testing.source.ProjectFiles;
import io.vertx.core.Handler;
import io.vertx.core.eventbus.EventBus;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dependencies between the modules, which point downwards only, and between their packages. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.registrar");

    private static final List<String> MODULES = List.of(
            "testing",
            "cluster",
            "platform",
            "resource",
            "events",
            "course",
            "registration",
            "contract",
            "gateway",
            "server");

    private static String packagesOf(String module) {
        return "dev.registrar.%s..".formatted(module);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    testing      | testing
                    platform     | platform
                    resource     | resource platform
                    events       | events resource platform
                    course       | course events resource platform
                    registration | registration events resource platform
                    contract     | contract registration course events resource platform
                    gateway      | gateway events resource platform
                    """)
    void a_module_depends_only_on_those_below_it(String module, String allowed) {
        var others = MODULES.stream()
                .filter(other -> !List.of(allowed.split(" ")).contains(other))
                .map(ArchitectureTest::packagesOf)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(packagesOf(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(CLASSES);
    }

    @Test
    void the_cluster_member_depends_on_vertx_hazelcast_and_slf4j_alone() {
        classes()
                .that()
                .resideInAPackage(packagesOf("cluster"))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        packagesOf("cluster"),
                        "java..",
                        "javax.crypto..",
                        "io.vertx.core..",
                        "io.vertx.spi.cluster.hazelcast..",
                        "com.hazelcast..",
                        "org.slf4j..",
                        "com.google.errorprone.annotations..")
                .check(CLASSES);
    }

    @Test
    void the_gateway_does_not_access_the_database() {
        noClasses()
                .that()
                .resideInAPackage(packagesOf("gateway"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx.sqlclient..",
                        "io.vertx.pgclient..",
                        "dev.registrar.resource.store..",
                        "dev.registrar.platform.database..")
                .check(CLASSES);
    }

    @Test
    void only_the_development_start_uses_the_embedded_database() {
        var testing = packagesOf("testing");
        noClasses()
                .that()
                .resideOutsideOfPackages(packagesOf("server.development"), testing)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(testing)
                .check(CLASSES);
    }

    /** Its default would let the sender wait for 30 s when the message or the reply is lost. */
    @Test
    void no_request_on_the_event_bus_has_the_default_timeout() {
        noClasses()
                .should()
                .callMethod(EventBus.class, "request", String.class, Object.class)
                .orShould()
                .callMethod(EventBus.class, "request", String.class, Object.class, Handler.class)
                .check(CLASSES);
    }

    /** Error Prone forbids calls that depend on the default locale; the compiler turns these references into calls that it does not see. */
    @Test
    void no_method_reference_depends_on_the_default_locale() {
        var reference = Pattern.compile("::\\s*(format|formatted|toLowerCase|toUpperCase)\\b");
        assertThat(ProjectFiles.endingWith(".java")
                        .filter(file -> file.toString().contains("src/main")))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(reference));
    }

    @Test
    void packages_have_no_cyclic_dependencies() {
        slices().matching("dev.registrar.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES.that(resideOutsideOfPackage(packagesOf("testing"))));
    }
}
