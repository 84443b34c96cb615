package dev.registrar.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The dependency rule: resource is below course, registration and gateway, which know nothing of each other. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.registrar");

    private static final String RESOURCE = "dev.registrar.resource..";
    private static final String COURSE = "dev.registrar.course..";
    private static final String REGISTRATION = "dev.registrar.registration..";
    private static final String GATEWAY = "dev.registrar.gateway..";
    private static final String LAUNCHER = "dev.registrar.gateway.launcher..";
    private static final String DEVELOPMENT = "dev.registrar.resource.development..";

    @Test
    void resource_depends_on_no_other_module() {
        noClasses()
                .that()
                .resideInAPackage(RESOURCE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(COURSE, REGISTRATION, GATEWAY)
                .check(CLASSES);
    }

    @Test
    void course_and_registration_meet_on_the_event_bus_alone() {
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
    void only_the_launcher_names_all_modules() {
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
    void the_gateway_knows_no_sql() {
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

    @Test
    void no_packages_depend_on_each_other() {
        slices().matching("dev.registrar.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
