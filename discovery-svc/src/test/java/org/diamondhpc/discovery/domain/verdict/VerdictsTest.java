package org.diamondhpc.discovery.domain.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.discovery.domain.SampleSite.partitionOf;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Qos;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    static Stream<Arguments> obstacles() {
        return Stream.of(
                never("named sites", task().sites("beta"), alpha(), "the request names only beta"),
                never("excluded site", task().excludeSites("alpha"), alpha(), "the request excludes this site"),
                never("architecture", task().architecture("aarch64"), alpha(), "no node of architecture aarch64"),
                never("software missing", task().software("gromacs"), alpha(), "does not list the software gromacs"),
                never("software too old", task().software("python>=3.12"), alpha().software("python", "3.11"),
                        "has python 3.11, 3.12 or newer asked"),
                never("label missing", task().label("interconnect", "ib"), alpha(), "has no label interconnect"),
                never("label differs", task().label("interconnect", "ib"), alpha().label("interconnect", "roce"),
                        "has the label interconnect=roce, ib asked"),
                never("feature", task().features("nvme"), alpha(), "no node with the features [nvme]"),
                never("container", task().container(), alpha(), "lists no container runtime"),
                never("array", task().array("1-200", null), alpha().maxArraySize(100), "at most 100 elements, 200 asked"),
                never("queue", task().queue("gpu"), alpha(), "has no queue gpu; it has main"),
                never("time limit", task().duration(Duration.ofHours(13)), alpha(), "at most 12 h, 13 h asked"),
                never("nodes", task().nodes(5), alpha(), "only 4 nodes, 5 asked"),
                never("cores", task().cores(9), alpha(), "no node with 9 cores (the largest has 8)"),
                never("memory", task().memoryMb(40_000), alpha(), "no node with 40000 MiB of memory"),
                never("GPUs", task().gpus(1, null), alpha(), "no node with 1 GPUs"),
                never("GPU model", task().gpus(1, "h100"), gpus("nvidia_a100", 4), "no node with 1 h100 GPUs"),
                never("GPUs of a node", task().processes(8).gpus(1, null), gpus("a100", 4), "no node with 8 GPUs"),
                never("excluded nodes", task().nodes(4).excluded("alpha", "main", "a001"), alpha(),
                        "only 3 nodes besides the 1 that earlier attempts ruled out, 4 asked"),
                never("most nodes", task().nodes(3), in(new PartitionState("main", true, true, "UP", null, null, 1, 2,
                        null, null, null, null, null, null, 1, false, false)), "at most 2 nodes, 3 asked"),
                never("fewest nodes", task(), in(new PartitionState("main", true, true, "UP", null, null, 2, null,
                        null, null, null, null, null, null, 1, false, false)), "at least 2 nodes, 1 asked"),
                never("cores a node", task().cores(5), in(new PartitionState("main", true, true, "UP", null, null, 1,
                        null, 4, null, null, null, null, null, 1, false, false)), "at most 4 cores a node, 5 asked"),
                barred("no account", task().tenant("other"), site().login("demo", "al"), Reason.SITE_NO_ACCOUNT,
                        "the tenant other has no account there"),
                barred("unknown account", task().account("proj9"), charged(null, null, null),
                        Reason.SCHEDULER_INVALID_ACCOUNT, "al may not charge proj9 there; it may charge proj1"),
                barred("unknown QOS", task().qos("gold"), charged(null, null, null), Reason.SCHEDULER_INVALID_QOS,
                        "the QOS gold is not to be had there; the account has express, normal"),
                barred("accounts of the partition", task(), closed(List.of("proj2"), null),
                        Reason.SCHEDULER_INVALID_ACCOUNT, "only the accounts [proj2] may use it, proj1 would be charged"),
                barred("QOS of the partition", task(), closed(null, List.of("gold")), Reason.SCHEDULER_INVALID_QOS,
                        "only the QOS [gold] may use it"),
                barred("wall of the account", task().duration(HOUR), charged(30L, null, null),
                        Reason.SCHEDULER_LIMIT_EXCEEDED, "the account proj1 allows jobs of at most 30 min, 1 h asked"),
                barred("wall of the QOS", task().qos("express").duration(HOUR), charged(null, null, null),
                        Reason.SCHEDULER_LIMIT_EXCEEDED, "the QOS express allows jobs of at most 30 min"),
                barred("TRES of the account", task().nodes(4).cores(8), charged(null, Map.of("cpu", 16L), null),
                        Reason.SCHEDULER_LIMIT_EXCEEDED, "allows at most cpu=16, 32 asked"),
                barred("array over the submit limit", task().array("1-20", null), charged(null, null, 10),
                        Reason.SCHEDULER_LIMIT_EXCEEDED, "at most 10 jobs in the queue, 20 asked"),
                barred("ruled out site", task().excluded("alpha", null), alpha(), Reason.SCHEDULER_REFUSED,
                        "an earlier attempt: it broke"),
                barred("ruled out partition", task().excluded("alpha", "main"), alpha(), Reason.SCHEDULER_REFUSED,
                        "an earlier attempt: it broke"),
                passing("down", task(), alpha().health(SiteHealth.State.DOWN, Problem.of(Reason.SITE_UNREACHABLE,
                        "refused")), Reason.SITE_UNREACHABLE, "down since 2026-11-30T10:00:00Z: SITE_UNREACHABLE, refused"),
                passing("needs login", task(), alpha().health(SiteHealth.State.NEEDS_LOGIN, Problem.of(
                        Reason.SITE_NEEDS_LOGIN, "code wanted")), Reason.SITE_NEEDS_LOGIN, "needs a login since"),
                passing("silent", task(), alpha().silent(Problem.of(Reason.SCHEDULER_UNAVAILABLE, "no controller")),
                        Reason.SCHEDULER_UNAVAILABLE, "degraded since 2026-11-30T10:00:01Z: SCHEDULER_UNAVAILABLE"),
                passing("unknown", task(), alpha().health(SiteHealth.State.UNKNOWN, null),
                        Reason.PLACEMENT_NO_SITE_AVAILABLE, "has not been looked at yet"),
                passing("closed", task(), in(new PartitionState("main", true, false, "DRAIN", null, null, 1, null,
                        null, null, null, null, null, null, 1, false, false)), Reason.PLACEMENT_NO_SITE_AVAILABLE,
                        "the partition is DRAIN"),
                passing("nodes down", task().nodes(4), site().login("*", "al").partition("main", HOUR)
                        .nodes("a", 3, 8, "main").nodes(group("b", 1, false)), Reason.PLACEMENT_NO_SITE_AVAILABLE,
                        "only 3 of the 4 nodes that fit are up, 4 asked"),
                passing("submit limit", task(), site().partition("main", HOUR).nodes("a", 4, 8, "main").account(
                        new AccountLimits(List.of("*"), "al", List.of(association(null, null, 10)), 4, 6)),
                        Reason.SCHEDULER_BUSY, "has reached its limit of 10 jobs in the queue"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("obstacles")
    void namesTheObstacle(String name, SampleTask task, SampleSite site, Verdict verdict, Reason reason,
            boolean passing, String why) {
        List<Ruling> rulings = Verdicts.rule(task.demand(), site.view());

        assertThat(rulings).singleElement().satisfies(ruling -> {
            assertThat(ruling.verdict()).isEqualTo(verdict);
            assertThat(ruling.why()).contains(why);
            assertThat(ruling.passing()).isEqualTo(passing);
            assertThat(ruling.obstacles()).extracting(Obstacle::reason).contains(reason);
        });
    }

    static Stream<Arguments> feasible() {
        return Stream.of(
                arguments("plain", task(), alpha()),
                arguments("names its own site", task().sites("alpha", "beta"), alpha()),
                arguments("another name of the architecture", task().architecture("amd64"), alpha()),
                arguments("another name of the GPU", task().gpus(2, "A100"), gpus("nvidia_a100-sxm4-80gb", 4)),
                arguments("newer software", task().software("Python>=3.9", "gcc"), alpha().software("python", "3.11")
                        .software("gcc", "")),
                arguments("container", task().container(), alpha().software("apptainer", "1.3")),
                arguments("all nodes", task().nodes(4).cores(8), alpha()),
                arguments("another node is ruled out", task().excluded("alpha", "main", "a001"), alpha()),
                arguments("another site's partition is ruled out", task().excluded("beta", "main"), alpha()),
                arguments("no accounting", task().account("proj9"), alpha()),
                arguments("a QOS of the account", task().qos("express"), charged(null, null, null)),
                arguments("no scheduler", task(), site().family("fork").nodes("f", 1, 4).login("*", "al")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("feasible")
    void findsNothingAgainstIt(String name, SampleTask task, SampleSite site) {
        assertThat(Verdicts.rule(task.demand(), site.view())).singleElement()
                .satisfies(ruling -> assertThat(ruling.obstacles()).isEmpty());
    }

    @Test
    void jobsPlacedSinceTheLookCountTowardsASubmitLimit() {
        SampleSite site = charged(null, null, 10);

        List<Ruling> rulings = Verdicts.rule(task().demand(), site.view(Map.of("al", 10)));

        assertThat(rulings.getFirst().passing()).isTrue();
    }

    @Test
    void aTenantsOwnLoginGoesBeforeTheOneForEverybody() {
        SampleSite site = alpha().login("demo", "own");

        assertThat(Verdicts.rule(task().demand(), site.view()).getFirst().login().user()).isEqualTo("own");
    }

    @Test
    void aQosIsNamedWhereTheOthersAreTooSmall() {
        SampleSite site = charged(null, null, null);

        Billing quick = Verdicts.rule(task().demand(), site.view()).getFirst().billing();
        Billing lengthy = Verdicts.rule(task().duration(HOUR).demand(), site.view()).getFirst().billing();

        assertThat(quick.qos()).isNull();
        assertThat(lengthy.qos()).isEqualTo("normal");
    }

    @Test
    void aSiteThatIsDownAndCouldNeverRunItIsNotWaitedFor() {
        SampleSite site = alpha().health(SiteHealth.State.DOWN, null);

        assertThat(Verdicts.rule(task().cores(500).demand(), site.view()).getFirst().passing()).isFalse();
    }

    private static Arguments never(String name, SampleTask task, SampleSite site, String why) {
        return arguments(name, task, site, Verdict.INCOMPATIBLE, Reason.PLACEMENT_INFEASIBLE, false, why);
    }

    private static Arguments barred(String name, SampleTask task, SampleSite site, Reason reason, String why) {
        return arguments(name, task, site, Verdict.RESTRICTED, reason, false, why);
    }

    private static Arguments passing(String name, SampleTask task, SampleSite site, Reason reason, String why) {
        return arguments(name, task, site, Verdict.RESTRICTED, reason, true, why);
    }

    private static SampleTask task() {
        return new SampleTask();
    }

    private static SampleSite site() {
        return new SampleSite("alpha");
    }

    private static SampleSite alpha() {
        return SampleSite.idle("alpha", 4, 8);
    }

    private static SampleSite in(PartitionState partition) {
        return site().partition(partition).nodes("a", 4, 8, "main").login("*", "al");
    }

    private static SampleSite gpus(String type, int count) {
        return site().login("*", "al").partition("main", HOUR).nodes(new NodeGroup(List.of("g1"), List.of("main"), 64,
                64, 256_000, 256_000, type, count, count, List.of(), "x86_64", true, "IDLE"));
    }

    private static NodeGroup group(String prefix, int count, boolean up) {
        return new NodeGroup(SampleSite.names(prefix, count), List.of("main"), 8, 8, 32_000, 32_000, null, 0, 0,
                List.of(), "x86_64", up, up ? "IDLE" : "DOWN");
    }

    private static SampleSite charged(Long wall, Map<String, Long> tres, Integer submit) {
        return site().partition(partitionOf("main", Duration.ofHours(12))).nodes("a", 4, 8, "main")
                .login("*", "al", association(wall, tres, submit));
    }

    private static SampleSite closed(List<String> accounts, List<String> qos) {
        return site().partition(new PartitionState("main", true, true, "UP", null, null, 1, null, null, null, null,
                accounts, null, qos, 1, false, false)).nodes("a", 4, 8, "main")
                .login("*", "al", association(null, null, null));
    }

    private static Association association(Long wall, Map<String, Long> tres, Integer submit) {
        return new Association("proj1", null, true, List.of(new Qos("express", 1000, null, null, 30L, null, null),
                new Qos("normal", 0, null, null, null, null, null)), null, submit, wall, tres, null);
    }

    @Test
    void rulesOnEverySite() {
        assertThat(Verdicts.rule(task().demand(), site().login("*", "al").view()).getFirst())
                .satisfies(r -> assertThat(r.passing()).isTrue())
                .satisfies(r -> assertThat(r.site()).isEqualTo(new SiteId("alpha")));
    }
}
