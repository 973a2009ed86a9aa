package org.diamondhpc.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** The lines between the rooms. */
@AnalyzeClasses(packages = "org.diamondhpc.gateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule DOMAIN_IS_PURE = noClasses().that().resideInAPackage("..domain..").should()
            .dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta..", "java.sql..", "javax.sql..",
                    "org.apache.kafka..", "org.hibernate..", "io.smallrye..", "org.diamondhpc.messaging..");

    @ArchTest
    static final ArchRule FEATURES_DO_NOT_KNOW_THE_EDGES = noClasses().that()
            .resideOutsideOfPackage("..gateway.edge..").should().dependOnClassesThat()
            .resideInAnyPackage("..gateway.edge..", "jakarta.ws.rs..");

    @ArchTest
    static final ArchRule ONLY_THE_INTAKE_KNOWS_KAFKA = noClasses().that()
            .resideOutsideOfPackage("..gateway.intake..").should().dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule FEATURES_HAVE_NO_CYCLES = SlicesRuleDefinition.slices()
            .matching("org.diamondhpc.gateway.(*)..").should().beFreeOfCycles();
}
