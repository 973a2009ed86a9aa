package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every parser over what real clusters printed. */
class SlurmSamplesTest {
    private static final String S = QueueRow.SEPARATOR;

    static List<AccountingRow> accounting(String cluster) {
        String[] lines = Samples.read(cluster + "/sacct-P.txt").split("\n");
        List<String> header = Arrays.asList(lines[0].split("\\|"));
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < lines.length; i++) {
            String[] f = lines[i].split("\\|", -1);
            text.append(Arrays.stream(AccountingRow.FORMAT.split(","))
                    .map(c -> header.contains(c) ? f[header.indexOf(c)] : "").collect(Collectors.joining(S))).append('\n');
        }
        return AccountingRow.parse(text.toString());
    }

    static String queue(String cluster) {
        StringBuilder text = new StringBuilder();
        for (String line : Samples.read(cluster + "/squeue-all.txt").split("\n")) {
            String[] f = line.split("\\|", -1);
            text.append(String.join(S, f[8], f[45], f[41], f[29], f[28], f[1], f[12], f[11], "0:00", f[42], f[47],
                    "N/A", f[17], f[27], f[6])).append(S).append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"alpha,16,128,0,", "beta,8,64,4,a100", "gamma,4,32,0,"})
    void readsNodes(String cluster, int count, int cores, int gpus, String type) {
        List<NodeGroup> nodes = Nodes.parse(Samples.read(cluster + "/scontrol-show-node-o.txt"));

        assertThat(nodes.stream().mapToInt(NodeGroup::count).sum()).isEqualTo(count);
        assertThat(nodes).allSatisfy(n -> {
            assertThat(n.cores()).isEqualTo(cores);
            assertThat(n.gpus()).isEqualTo(gpus);
            assertThat(n.gpuType()).isEqualTo(type);
            assertThat(n.architecture()).isEqualTo("x86_64");
            assertThat(n.partitions()).isNotEmpty();
        });
    }

    @Test
    void countsWhatIsFreeAndLeavesDrainedNodesOut() {
        List<NodeGroup> beta = Nodes.parse(Samples.read("beta/scontrol-show-node-o.txt"));

        assertThat(beta).filteredOn(n -> n.names().contains("b001")).singleElement().satisfies(n -> {
            assertThat(n.coresFree()).isZero();
            assertThat(n.gpusFree()).isZero();
            assertThat(n.memoryFreeMb()).isEqualTo(128_000);
        });
        assertThat(beta).filteredOn(n -> n.names().contains("b002")).singleElement().satisfies(n -> {
            assertThat(n.coresFree()).isEqualTo(52);
            assertThat(n.gpusFree()).isEqualTo(2);
        });
        assertThat(beta.stream().filter(n -> !n.available()).mapToInt(NodeGroup::count).sum()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"IDLE,true", "MIXED,true", "ALLOCATED,true", "MIXED+PLANNED,true", "IDLE+CLOUD+POWERED_DOWN,true",
            "IDLE*,false", "DOWN*,false", "DOWN+NOT_RESPONDING,false", "IDLE+DRAIN,false", "MIXED+DRAIN,false",
            "IDLE+MAINTENANCE,false", "IDLE+RESERVED,false", "FUTURE,false", "IDLE+INVALID_REG,false",
            "ALLOCATED+COMPLETING,true", "IDLE+REBOOT_REQUESTED,false", "DOWN,false"})
    void knowsNodeStates(String state, boolean available) {
        assertThat(Nodes.available(state)).isEqualTo(available);
    }

    @Test
    void readsGpuModelsWithSocketsAndSeveralTypes() {
        List<NodeGroup> nodes = Nodes.parse("NodeName=n1 Arch=x86_64 CPUAlloc=0 CPUTot=64 Gres=gpu:t4:1(S:0),"
                + "gpu:a100:4(S:0-1),nvme:2 RealMemory=1000 AllocMem=0 State=IDLE Partitions=p "
                + "AllocTRES=cpu=1,gres/gpu=3,gres/gpu:a100=2 ActiveFeatures=ib,(x) Reason=a b c=d [root@2026]\n");

        assertThat(nodes).singleElement().satisfies(n -> {
            assertThat(n.gpuType()).isEqualTo("a100");
            assertThat(n.gpus()).isEqualTo(4);
            assertThat(n.gpusFree()).isEqualTo(2);
        });
    }

    @Test
    void readsPartitions() {
        Config config = Config.parse(Samples.read("alpha/scontrol-show-config.txt"));
        List<PartitionState> alpha = Partitions.parse(Samples.read("alpha/scontrol-show-partition-o.txt"), config);

        assertThat(config.cluster()).isEqualTo("alpha");
        assertThat(config.maxArraySize()).isEqualTo(1001);
        assertThat(config.accounting()).isTrue();
        assertThat(alpha).extracting(PartitionState::name).containsExactly("batch", "long", "debug");
        assertThat(alpha.get(0)).satisfies(p -> {
            assertThat(p.isDefault()).isTrue();
            assertThat(p.maxTime()).isEqualTo(Duration.ofDays(1));
            assertThat(p.defaultTime()).isEqualTo(Duration.ofHours(1));
            assertThat(p.maxNodes()).isNull();
            assertThat(p.defaultMemoryPerCoreMb()).isEqualTo(2000);
            assertThat(p.preemptible()).isTrue();
        });
        assertThat(alpha.get(1).maxNodes()).isEqualTo(4);
        assertThat(alpha.get(2).preemptible()).isFalse();
        assertThat(alpha.get(2).defaultTime()).isNull();
    }

    @Test
    void readsAssociationsOfThisClusterOnly() {
        String assoc = "alpha|proj1|alice||5|10|1-00:00:00|cpu=256|express,normal|normal\n"
                + "other|x|alice|||||||normal|\nalpha|proj2||||||||normal|\n";
        Map<String, List<Association>> all = Associations.parse(assoc, "alice|proj1\n",
                "normal|0|||||\nexpress|1000|2|4|00:30:00|cpu=8|cpu=256,gres/gpu=4\n", "", "alpha");

        assertThat(all.get("alice")).singleElement().satisfies(a -> {
            assertThat(a.isDefault()).isTrue();
            assertThat(a.maxJobs()).isEqualTo(5);
            assertThat(a.maxSubmitJobs()).isEqualTo(10);
            assertThat(a.maxWallMinutes()).isEqualTo(1440);
            assertThat(a.qos().getFirst().maxTresPerUser()).containsEntry("gres/gpu", 4L);
            assertThat(a.qos().getFirst().maxWallMinutes()).isEqualTo(30);
        });
    }

    @Test
    void readsWhatIsLeftOfAnAccount() {
        String one = "ClusterName=alpha Account=proj2 UserName= Partition= Priority=0 ID=7 SharesRaw/Norm/Level/Factor="
                + "1/0.33/3/0.00 GrpJobs=N(2) GrpTRES=cpu=N(4) GrpTRESMins=cpu=100(12),mem=N(2048),gres/gpu=60(61) "
                + "GrpTRESRunMins=cpu=N(7)\n";
        String user = "ClusterName=alpha Account=proj2 UserName=alice(1000) Partition= GrpTRESMins=cpu=5(1)\n";

        Map<String, List<Association>> all = Associations.parse("alpha|proj2|alice|||||||\nalpha|proj1|alice|||||||\n",
                "alice|proj1\n", "", one + user.replace(" ", "\n    "), "alpha");

        assertThat(all.get("alice").getFirst().budgets()).containsExactly(new Budget("cpu", 100, 12),
                new Budget("gres/gpu", 60, 61));
        assertThat(all.get("alice").getFirst().budgets()).extracting(Budget::leftMinutes).containsExactly(88L, 0L);
        assertThat(all.get("alice").getLast().budgets()).isEmpty();
    }

    @Test
    void readsEverybodysQueueWithArraysAndGpus() {
        Queue queue = Queue.parse(queue("beta"), Set.of("asmith"));

        Map<String, QueuedJob> jobs = queue.jobs().stream().collect(Collectors.toMap(QueuedJob::id, j -> j));
        assertThat(jobs.keySet()).contains("14", "39", "40_1", "41+1", "43_0", "43_2", "43_99");
        assertThat(queue.jobs().stream().filter(j -> j.id().startsWith("43_"))).hasSize(100);
        assertThat(jobs.get("39").gpus()).isEqualTo(2);
        assertThat(jobs.get("39").running()).isTrue();
        assertThat(jobs.get("39").nodeNames()).containsExactly("b002");
        assertThat(jobs.get("22").limit()).isEqualTo(Duration.ofDays(99));
        assertThat(jobs.get("22").reason()).isEqualTo("PartitionTimeLimit");
        assertThat(jobs.get("14").nodes()).isEqualTo(8);
        assertThat(queue.pending()).containsEntry("asmith", 5 + 98);
        assertThat(jobs.values()).allMatch(QueuedJob::own);
    }

    @Test
    void neverSkipsARowThatDoesNotParse() {
        assertThatThrownBy(() -> Queue.parse(queue("beta") + "garbage\n", Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QueueRow.parse("@m row" + S + "12" + S + "RUNN", "@m"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsOwnRowsWhateverTheirTextHolds() {
        String row = "@m row" + S + "7" + S + "RUNNING" + S + "None" + S + "2026-11-30T01:00:00" + S
                + "2026-11-30T00:59:00" + S + "N/A" + S + "a[001-002]" + S + "/home/x" + S
                + "a|comment\nof two lines" + S + "with separators" + S + "@m\n";
        List<QueueRow> rows = QueueRow.parse("CLUSTER: alpha\n" + row + "CLUSTER: beta\n" + row, "@m");

        assertThat(rows).hasSize(2).allSatisfy(r -> {
            assertThat(r.nodes()).containsExactly("a001", "a002");
            assertThat(r.comment()).contains("two lines").contains("with separators");
        });
    }

    @ParameterizedTest
    @CsvSource({"4,FAILED", "5,FAILED", "6,TIMEOUT", "8,CANCELLED by 6001", "10,FAILED", "20,NODE_FAIL",
            "34,PREEMPTED", "22,PENDING", "33,RUNNING"})
    void readsAccounting(String id, String state) {
        assertThat(accounting("beta")).filteredOn(r -> r.id().base().equals(id) && !r.step()).last()
                .satisfies(r -> assertThat(r.stateText()).isEqualTo(state));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma"})
    void readsTheControllersMemory(String cluster) {
        String text = Samples.read(cluster + "/scontrol-show-job-o.txt");

        List<AccountingRow> rows = ControllerMemory.parse(text);

        assertThat(rows).hasSize((int) text.lines().filter(l -> l.startsWith("JobId=")).count());
        assertThat(rows).allSatisfy(r -> {
            assertThat(r.submit()).isPresent();
            assertThat(r.state().kind()).isNotEqualTo(SlurmState.Kind.UNKNOWN);
            assertThat(r.workDir()).startsWith("/");
        });
    }

    @Test
    void makesASnapshotWithoutAccountingAndADegradedOneWhenItIsDown() {
        Instant now = Instant.parse("2026-11-30T02:00:00Z");
        SiteSnapshot gamma = new Snapshots(TestingTasks.profile("slurm", Map.of()), Shares.of(null), now).of(parts("gamma",
                "1", "You are not running a supported accounting_storage plugin"));
        SiteSnapshot alpha = new Snapshots(TestingTasks.profile("slurm", Map.of()), Shares.of(null), now).of(parts("alpha", "1",
                "sacctmgr: error: Problem talking to the database: Connection refused"));

        assertThat(gamma.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(gamma.accounts()).singleElement().satisfies(a -> assertThat(a.associations()).isEmpty());
        assertThat(alpha.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
        assertThat(alpha.health().problem().detail()).contains("Connection refused");
        assertThat(alpha.nodes()).isNotEmpty();
        assertThat(alpha.seenAt()).isEqualTo(now);
    }

    @Test
    void keepsNothingOfALookTheControllerDidNotAnswer() {
        String text = "\n@m begin partitions\nslurm_load_partitions: Unable to contact slurm controller (connect failure)"
                + "\n@m end partitions 1\n";

        SiteSnapshot seen = new Snapshots(TestingTasks.profile("slurm", Map.of()), Shares.of(null), Instant.EPOCH)
                .of(Sections.parse(text, "@m"));

        assertThat(seen.seenAt()).isNull();
        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
    }

    private static Sections parts(String cluster, String rc, String associations) {
        List<String[]> all = new ArrayList<>();
        all.add(new String[] {"version", "0", "slurm-wlm 22.05.8"});
        all.add(new String[] {"config", "0", Samples.read(cluster + "/scontrol-show-config.txt")});
        all.add(new String[] {"partitions", "0", Samples.read(cluster + "/scontrol-show-partition-o.txt")});
        all.add(new String[] {"nodes", "0", Samples.read(cluster + "/scontrol-show-node-o.txt")});
        all.add(new String[] {"queue", "0", ""});
        all.add(new String[] {"reservations", "0", Samples.read(cluster + "/resv.txt")});
        all.add(new String[] {"associations", rc, associations});
        String text = all.stream().map(p -> "\n@m begin " + p[0] + "\n" + p[2] + "\n@m end " + p[0] + " " + p[1] + "\n")
                .collect(Collectors.joining());
        return Sections.parse(text, "@m");
    }
}
