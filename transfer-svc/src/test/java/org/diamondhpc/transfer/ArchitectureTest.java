package org.diamondhpc.transfer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.diamondhpc.transfer", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule DOMAIN_IS_PURE = noClasses().that().resideInAPackage("..transfer.domain..")
            .should().dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache.kafka..",
                    "java.sql..", "javax.sql..", "org.apache.sshd..", "org.diamondhpc.site..",
                    "org.diamondhpc.messaging..", "..transfer.work..", "..transfer.intake..");

    @ArchTest
    static final ArchRule GLOBUS_RULES_ARE_PURE = noClasses().that().resideInAPackage("..transfer.globus.domain..")
            .should().dependOnClassesThat().resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache.kafka..",
                    "java.sql..", "javax.sql..", "java.net..", "org.apache.sshd..", "org.diamondhpc.site..",
                    "org.diamondhpc.messaging..", "..transfer.work..", "..transfer.intake..",
                    "..transfer.globus.auth..");

    @ArchTest
    static final ArchRule GLOBUS_KNOWS_NO_ERRAND = noClasses().that().resideInAPackage("..transfer.globus..")
            .should().dependOnClassesThat().resideInAnyPackage("..transfer.work..", "..transfer.intake..",
                    "org.diamondhpc.site..", "org.apache.kafka..");

    @ArchTest
    static final ArchRule DOMAIN_ASKS_NO_CLOCK = noClasses().that()
            .resideInAnyPackage("..transfer.domain..", "..transfer.globus.domain..").should().callMethod(java.time.Instant.class, "now")
            .orShould().callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule INTAKE_TOUCHES_NO_SITE = noClasses().that().resideInAPackage("..transfer.intake..")
            .should().dependOnClassesThat().resideInAnyPackage("org.diamondhpc.site..", "org.apache.sshd..");

    @ArchTest
    static final ArchRule WORK_READS_NO_TOPIC = noClasses().that().resideInAPackage("..transfer.work..")
            .should().dependOnClassesThat().resideInAnyPackage("org.apache.kafka..", "..transfer.intake..");

    @ArchTest
    static final ArchRule SERVICES_ARE_STRANGERS = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.diamondhpc.gateway..", "org.diamondhpc.discovery..", "org.diamondhpc.submit..",
                    "org.diamondhpc.monitor..", "org.diamondhpc.cli..", "org.diamondhpc.standalone..");
}
