package org.diamondhpc.discovery;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/** The lines between the rooms. */
@AnalyzeClasses(packages = "org.diamondhpc", importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {
    private static final String DOMAIN = "org.diamondhpc.discovery.domain..";

    @ArchTest
    static final ArchRule DOMAIN_KNOWS_NO_FRAMEWORK = noClasses().that().resideInAPackage(DOMAIN)
            .should().dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache..", "java.sql..",
                    "javax.sql..", "org.hibernate..", "org.diamondhpc.messaging..", "org.diamondhpc.site..",
                    "org.diamondhpc.discovery.store..", "org.diamondhpc.discovery.board..",
                    "org.diamondhpc.discovery.intake..", "org.diamondhpc.discovery.work..");

    @ArchTest
    static final ArchRule DOMAIN_HAS_NO_CLOCK = noClasses().that().resideInAPackage(DOMAIN)
            .should().dependOnClassesThat().areAssignableTo(Clock.class)
            .orShould().callMethod(Instant.class, "now").orShould().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule ONLY_WORK_SEES_SITES = noClasses().that().resideInAPackage("org.diamondhpc.discovery..")
            .and().resideOutsideOfPackage("org.diamondhpc.discovery.work..")
            .should().dependOnClassesThat().resideInAnyPackage("org.diamondhpc.site..");

    @ArchTest
    static final ArchRule SERVICES_DO_NOT_KNOW_EACH_OTHER = noClasses().that()
            .resideInAPackage("org.diamondhpc.discovery..").should().dependOnClassesThat().resideInAnyPackage(
                    "org.diamondhpc.gateway..", "org.diamondhpc.transfer..", "org.diamondhpc.submit..",
                    "org.diamondhpc.monitor..");

    @ArchTest
    static final ArchRule NO_CIRCLES = slices().matching("org.diamondhpc.discovery.(**)").should().beFreeOfCycles();
}
