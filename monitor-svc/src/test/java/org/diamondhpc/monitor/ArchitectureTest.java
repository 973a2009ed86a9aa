package org.diamondhpc.monitor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.diamondhpc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule DOMAIN_IS_PURE = noClasses().that().resideInAPackage("org.diamondhpc.monitor.domain..")
            .should().dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache..", "java.sql..",
                    "org.hibernate..", "org.diamondhpc.site.ssh..", "org.diamondhpc.site.session..",
                    "org.diamondhpc.messaging..");

    @ArchTest
    static final ArchRule SERVICES_NEVER_IMPORT_EACH_OTHER = noClasses()
            .that().resideInAPackage("org.diamondhpc.monitor..").should().dependOnClassesThat()
            .resideInAnyPackage("org.diamondhpc.gateway..", "org.diamondhpc.discovery..", "org.diamondhpc.transfer..",
                    "org.diamondhpc.submit..");

    @ArchTest
    static final ArchRule INTAKE_DOES_NOT_TOUCH_SITES = noClasses()
            .that().resideInAPackage("org.diamondhpc.monitor.intake..").should().dependOnClassesThat()
            .resideInAnyPackage("org.diamondhpc.site.session..", "org.diamondhpc.site.ssh..");
}
