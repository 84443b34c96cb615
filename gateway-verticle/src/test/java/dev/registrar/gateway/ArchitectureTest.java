package dev.registrar.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.registrar.gateway.testing.source.ProjectFiles;
import io.vertx.core.Handler;
import io.vertx.core.eventbus.EventBus;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Dependencies between modules: course, registration and gateway depend on the engine, and not on each other. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.registrar");

    private static final String CLUSTER = "dev.registrar.cluster..";
    private static final String RESOURCE = "dev.registrar.resource..";
    private static final String EVENTS = "dev.registrar.resource.events..";
    private static final String COURSE = "dev.registrar.course..";
    private static final String REGISTRATION = "dev.registrar.registration..";
    private static final String GATEWAY = "dev.registrar.gateway..";
    private static final String LAUNCHER = "dev.registrar.gateway.launcher..";
    private static final String DEVELOPMENT = "dev.registrar.resource.development..";

    @Test
    void the_cluster_member_depends_on_vertx_hazelcast_and_slf4j_alone() {
        classes()
                .that()
                .resideInAPackage(CLUSTER)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        CLUSTER,
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
    void the_engine_depends_on_no_other_module() {
        noClasses()
                .that()
                .resideInAPackage(RESOURCE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLUSTER, COURSE, REGISTRATION, GATEWAY)
                .check(CLASSES);
    }

    @Test
    void resources_are_served_without_knowing_who_follows_their_changes() {
        noClasses()
                .that()
                .resideInAPackage(RESOURCE)
                .and()
                .resideOutsideOfPackage(EVENTS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(EVENTS)
                .check(CLASSES);
    }

    @Test
    void course_and_registration_depend_neither_on_each_other_nor_on_the_gateway() {
        noClasses()
                .that()
                .resideInAPackage(COURSE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(REGISTRATION, GATEWAY)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(REGISTRATION)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(COURSE, GATEWAY)
                .check(CLASSES);
    }

    @Test
    void in_the_gateway_only_the_launcher_depends_on_course_and_registration() {
        noClasses()
                .that()
                .resideInAPackage(GATEWAY)
                .and()
                .resideOutsideOfPackage(LAUNCHER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(COURSE, REGISTRATION)
                .check(CLASSES);
    }

    @Test
    void the_gateway_does_not_access_the_database() {
        noClasses()
                .that()
                .resideInAPackage(GATEWAY)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx.sqlclient..",
                        "io.vertx.pgclient..",
                        "dev.registrar.resource.store..",
                        "dev.registrar.resource.database..")
                .check(CLASSES);
    }

    @Test
    void only_the_launcher_uses_the_embedded_database() {
        noClasses()
                .that()
                .resideOutsideOfPackages(LAUNCHER, DEVELOPMENT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(DEVELOPMENT)
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
        slices().matching("dev.registrar.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
