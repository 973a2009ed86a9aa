package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.SampleTable;
import org.diamondhpc.site.scheduler.SampleTable.Row;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.text.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every recorded listing of three Slurm clusters and what it means: jobs in {@code slurm/jobs.csv}, told from what was done
 * to each and from what was printed, the rest below.
 */
class SlurmSampleTablesTest {
    private static final String S = QueueRow.SEPARATOR;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final String ALIKE = "alike";

    static Map<String, List<Row>> rows() {
        return SampleTable.rows("slurm/jobs.csv");
    }

    static Set<String> files() {
        return rows().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyJobIsWhatItWas(String file) {
        List<Row> rows = rows().get(file).stream().filter(r -> !r.what().equals("nothing")).toList();
        Map<Boolean, List<Row>> said = told(file).stream().collect(Collectors.partitioningBy(t ->
                rows.stream().anyMatch(r -> r.job().equals(t.job()))));

        assertThat(said.get(true)).containsExactlyInAnyOrderElementsOf(rows.stream()
                .filter(r -> !r.rest().getLast().equals(ALIKE)).toList());
        assertThat(said.get(false).stream().map(t -> new Row(t.job(), t.what(), t.rest().getFirst())))
                .containsExactlyInAnyOrderElementsOf(rows.stream().filter(r -> r.rest().getLast().equals(ALIKE))
                        .flatMap(SlurmSampleTablesTest::each).toList());
        assertThat(said.get(false)).allMatch(t -> t.rest().stream().skip(1).noneMatch("-"::equals));
    }

    /** {@code 4-151}: one row for jobs that are alike but for their times. */
    private static Stream<Row> each(Row row) {
        String[] ends = row.job().split("-");
        return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]))
                .mapToObj(i -> new Row(String.valueOf(i), row.what(), row.rest().getFirst()));
    }

    private static List<Row> told(String file) {
        String cluster = file.replaceAll("/.*", "");
        return switch (file.replaceAll(".*/", "")) {
            case "squeue-all" -> QueueRow.parse(queue(cluster), "@m").stream().map(SlurmSampleTablesTest::told).toList();
            case "sacct-P" -> told(SlurmSamplesTest.accounting(cluster));
            default -> told(ControllerMemory.parse(Samples.read(file + ".txt")));
        };
    }

    /** The recorded row of all fields in the order that own rows are asked for. */
    private static String queue(String cluster) {
        return Samples.read(cluster + "/squeue-all.txt").lines().map(line -> line.split("\\|", -1))
                .map(f -> String.join(S, "@m row", f[8], f[45], f[17], f[44], f[47], "N/A", f[27], f[51], f[6], "@m\n"))
                .collect(Collectors.joining());
    }

    private static Row told(QueueRow r) {
        return new Row(id(r.id()), r.state().kind() == SlurmState.Kind.RUNNING ? "runs" : "waits " + r.reason(), "-",
                clock(r.start()), "-", SampleTable.nodes(r.nodes()));
    }

    private static List<Row> told(List<AccountingRow> all) {
        Map<String, List<AccountingRow>> jobs = new LinkedHashMap<>();
        all.forEach(a -> jobs.computeIfAbsent(id(a.id()), i -> new ArrayList<>()).add(a));
        return jobs.entrySet().stream().map(job -> told(job.getKey(), job.getValue())).toList();
    }

    private static Row told(String id, List<AccountingRow> rows) {
        AccountingRow last = rows.stream().filter(r -> !r.step()).reduce((a, b) -> b).orElseThrow();
        if (!last.state().ended()) {
            boolean runs = last.state().kind() == SlurmState.Kind.RUNNING;
            return new Row(id, runs ? "runs" : "waits " + last.reason(), "-", runs ? clock(last.start()) : "-", "-",
                    SampleTable.nodes(last.nodes()));
        }
        JobOutcome o = new EndReading(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(last),
                rows.stream().filter(AccountingRow::step).toList(), Optional.of(last.stateText())).outcome();
        return new Row(id, SampleTable.ended(o.end().name(), o.exitCode(), o.signal()),
                Optional.ofNullable(o.detail()).orElse("-"), clock(Optional.ofNullable(o.startedAt())),
                clock(Optional.ofNullable(o.endedAt())), SampleTable.nodes(o.nodes()));
    }

    private static String id(JobId id) {
        return id.base() + id.element().map(e -> "_" + e).orElse("") + id.component().map(c -> "+" + c).orElse("");
    }

    private static String clock(Optional<Instant> at) {
        return at.map(CLOCK::format).orElse("-");
    }

    @Test
    void gammaKeepsNoAccounts() {
        assertThat(SlurmMessages.accountingOff(Samples.read("gamma/sacct-P.txt"))).isTrue();
    }

    /** Names, cores and those free, memory and that free (MiB), GPUs and those free, whether it takes jobs, partitions. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "alpha; a001-a008 128/128 512000/512000 0/0 true [batch, long] | a009-a014 128/128 512000/512000 0/0 true [batch]"
                    + " | a015-a016 128/128 512000/512000 0/0 true [batch, debug]",
            "beta; b001,b003 64/0 256000/128000 4/0 true [gpu, preempt, preemptc]"
                    + " | b002 64/52 256000/232000 4/2 true [gpu, preempt, preemptc]"
                    + " | b004,b006 64/64 256000/256000 4/4 false [gpu, preempt, preemptc]"
                    + " | b005 64/64 256000/256000 4/4 true [gpu, preempt, preemptc]"
                    + " | b007 64/60 256000/248000 4/4 true [gpu, preempt, preemptc]"
                    + " | b008 64/63 256000/254000 4/4 true [gpu, preempt, preemptc]",
            "gamma; g001-g004 32/32 128000/128000 0/0 true [main]"})
    void everyNodeHasWhatItHad(String cluster, String nodes) {
        List<NodeGroup> groups = Nodes.parse(Samples.read(cluster + "/scontrol-show-node-o.txt"));

        assertThat(groups.stream().map(g -> "%s %d/%d %d/%d %d/%d %s %s".formatted(names(g.names()), g.cores(), g.coresFree(),
                g.memoryMb(), g.memoryFreeMb(), g.gpus(), g.gpusFree(), g.available(), g.partitions())))
                .containsExactlyInAnyOrder(nodes.split(" \\| "));
        assertThat(groups).allMatch(g -> g.gpus() == 0 ? g.gpuType() == null : g.gpuType().equals("a100"));
    }

    private static String names(List<String> names) {
        return names.size() > 2 || names.equals(List.of("a015", "a016")) ? names.getFirst() + "-" + names.getLast()
                : String.join(",", names);
    }

    /** Name, whether it is the default, most time and default time, most nodes, memory of a core (MiB), whether pushed out. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "alpha; batch true PT24H PT1H null 2000 true | long false PT168H PT24H 4 2000 true | debug false PT30M null 2 2000 false",
            "beta; gpu true PT48H PT30M null 2000 false | preempt false PT48H null null 2000 true"
                    + " | preemptc false PT48H null null 2000 true",
            "gamma; main true PT12H PT10M null 2000 false"})
    void everyPartitionHasItsLimits(String cluster, String partitions) {
        Config config = Config.parse(Samples.read(cluster + "/scontrol-show-config.txt"));

        List<PartitionState> all = Partitions.parse(Samples.read(cluster + "/scontrol-show-partition-o.txt"), config);

        assertThat(all.stream().map(p -> "%s %s %s %s %s %d %s".formatted(p.name(), p.isDefault(), p.maxTime(),
                p.defaultTime(), p.maxNodes(), p.defaultMemoryPerCoreMb(), p.preemptible())))
                .containsExactly(partitions.split(" \\| "));
        assertThat(all).allMatch(PartitionState::open).allMatch(p -> p.allowAccounts().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"alpha,true", "beta,true", "gamma,false"})
    void everyClusterIsSetUpAsItWas(String cluster, boolean accounting) {
        Config config = Config.parse(Samples.read(cluster + "/scontrol-show-config.txt"));

        assertThat(config.cluster()).isEqualTo(cluster);
        assertThat(config.accounting()).isEqualTo(accounting);
        assertThat(config.maxArraySize()).isEqualTo(1001);
        assertThat(config.defaultMemoryPerCoreMb()).isEqualTo(2000);
        assertThat(config.preempts() && config.preemptsByPartition()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma"})
    void nothingWasReserved(String cluster) {
        assertThat(Windows.parse(Samples.read(cluster + "/resv.txt"))).isEmpty();
        assertThat(Windows.words(Samples.read(cluster + "/resv.txt"))).isEmpty();
    }
}
