package org.diamondhpc.discovery.domain.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteFacts.Module;
import org.diamondhpc.schemas.site.SiteFacts.Storage;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;

/** Where what a task's files tell meets what a site has. */
class NeedsAtSitesTest {
    private static ResolvedInput program(String machine, String libc, long size) {
        return new ResolvedInput("ws://w/p", "p", null, true, size, null, List.of(),
                new Artefact(Artefact.Kind.ELF, List.of(machine), List.of("libmpi.so.40"), libc));
    }

    private static SiteFacts facts(String libc, Long free, Module... modules) {
        return new SiteFacts(SampleSite.SEEN, SampleSite.SEEN, "x86_64", "Linux", libc, Map.of(), "lmod",
                List.of(modules), false, List.of(new Storage("user", "root", "/home/user/.diamond", 1L << 40, free, null, null,
                        null)));
    }

    private static Ruling rule(SampleTask task, SampleSite site) {
        return Verdicts.rule(task.demand(), site.view()).getFirst();
    }

    @Test
    void aProgramForAnotherMachineGoesNowhereNear() {
        Ruling ruling = rule(new SampleTask().inputs(program("aarch64", null, 1)), SampleSite.idle("alpha", 2, 8));

        assertThat(ruling.verdict()).isEqualTo(Verdict.INCOMPATIBLE);
        assertThat(ruling.why()).contains("no node of architecture aarch64 (p)");
    }

    @Test
    void aPartitionOfTwoMachinesKeepsTheJobFromTheWrongOne() {
        SampleSite site = SampleSite.idle("alpha", 2, 8).nodes(new NodeGroup(List.of("arm1", "arm2"), List.of("main"), 8, 8,
                32_000, 32_000, null, 0, 0, List.of(), "aarch64", true, "IDLE"));

        Ruling ruling = rule(new SampleTask().inputs(program("aarch64", null, 1)), site);

        assertThat(ruling.feasible()).isTrue();
        assertThat(ruling.avoided()).containsExactlyInAnyOrder("a001", "a002");
        assertThat(Verdicts.ask(new SampleTask().inputs(program("aarch64", null, 1)).demand(), site.view(),
                ruling.partition()).avoid()).isEqualTo(ruling.avoided());
    }

    @Test
    void anOlderLibraryIsTold() {
        SampleSite site = SampleSite.idle("alpha", 2, 8).facts(facts("glibc 2.28", null, new Module("openmpi", null)));

        assertThat(rule(new SampleTask().inputs(program("x86_64", "glibc 2.34", 1)), site).why())
                .contains("p: it needs glibc 2.34, the site has glibc 2.28");
        assertThat(rule(new SampleTask().inputs(program("x86_64", "glibc 2.4", 1)), site).feasible()).isTrue();
    }

    @Test
    void mpiMustBeThereWhereAllModulesAreKnown() {
        SampleTask task = new SampleTask().inputs(program("x86_64", null, 1));

        assertThat(rule(task, SampleSite.idle("alpha", 1, 8).facts(facts(null, null, new Module("gcc", null)))).why())
                .contains("libmpi.so.40", "openmpi");
        assertThat(rule(task, SampleSite.idle("alpha", 1, 8).facts(facts(null, null, new Module("mpi/openmpi", List.of("4.1"))))).feasible())
                .isTrue();
        assertThat(rule(task, SampleSite.idle("alpha", 1, 8)).feasible()).as("nobody knows the modules").isTrue();
    }

    @Test
    void inputsThatDoNotFitWaitForSpace() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).facts(facts(null, 5_000_000L, new Module("openmpi", null)));

        Ruling ruling = rule(new SampleTask().inputs(program("x86_64", null, 2_000_000_000L)), site);

        assertThat(ruling.passing()).isTrue();
        assertThat(ruling.why()).contains("inputs need 2.0 GB, 5.0 MB can be written");
    }

    @Test
    void anAccountWithoutMinutesLeftTakesNothing() {
        Association spent = new Association("proj2", null, true, List.of(), null, null, null, null,
                List.of(new Budget("cpu", 100, 112)));
        SampleSite site = new SampleSite("alpha").partition("main", null).nodes("a", 1, 8, "main").login("*", "user", spent);

        assertThat(rule(new SampleTask(), site).why()).contains("proj2 has used up its 100 minutes of cpu");
    }

    @Test
    void softwareMayBeAModule() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).facts(facts(null, null, new Module("chem/gromacs", List.of("2022.4",
                "2023.1"))));

        assertThat(rule(new SampleTask().software("gromacs>=2023"), site).feasible()).isTrue();
        assertThat(rule(new SampleTask().software("gromacs>=2024"), site).why()).contains("has gromacs 2023.1");
    }

    @Test
    void aModuleThatIsNotThereIsToldWithThoseLikeIt() {
        SiteSoftware software = new SiteSoftware(SampleSite.idle("alpha", 1, 8).facts(facts(null, null,
                new Module("gcc", List.of("12.2.0", "13.2.0")), new Module("openmpi/gcc", List.of("4.1.5")))).snapshot());

        assertThat(software.lacks("gcc")).isEmpty();
        assertThat(software.lacks("gcc/12")).isEmpty();
        assertThat(software.lacks("openmpi")).isEmpty();
        assertThat(software.lacks("gcc/1")).hasValueSatisfying(why -> assertThat(why).contains("no module gcc/1",
                "gcc/12.2.0"));
        assertThat(software.lacks("intel")).contains("has no module intel");
    }
}
