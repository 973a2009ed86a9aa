package org.diamondhpc.bench.placement;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The lines around the simulator. */
@AnalyzeClasses(packages = "org.diamondhpc.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class PlacementLinesTest {
    @ArchTest
    static final ArchRule ONLY_THE_PURE_DOMAIN_OF_THE_SERVICE_IS_USED = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.diamondhpc.discovery.board..", "org.diamondhpc.discovery.store..",
                    "org.diamondhpc.discovery.intake..", "org.diamondhpc.discovery.work..");

    @ArchTest
    static final ArchRule THE_SIMULATOR_KNOWS_NOTHING_OF_PLACEMENT = noClasses().that()
            .resideInAPackage("org.diamondhpc.bench.simulator..").should().dependOnClassesThat()
            .resideInAnyPackage("org.diamondhpc.discovery..", "org.diamondhpc.schemas..",
                    "org.diamondhpc.bench.placement..");
}
