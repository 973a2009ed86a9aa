package org.diamondhpc.site.scheduler.pbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.SampleTable;
import org.diamondhpc.site.scheduler.SampleTable.Row;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded listing of OpenPBS and what it means: jobs in {@code jobs.csv}, written from the listings and from what
 * was done to each job, hosts and queues below. A file without a row fails.
 */
class PbsSampleTablesTest {
    private static final Set<String> SERVERS = Set.of("qstat-B-f-json", "client-master-qstat-B-f-json", "sched-off-qstat-B-json");
    private static final Set<String> QUEUES = Set.of("qstat-Q-f-json", "client-master-qstat-Q-f-json");
    private static final Map<String, String> DELIMITERS = Map.of("inj-dsv-custom", "@#7f3a#@", "qstat-f-dsv-D", "~");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final String MARK = "0123456789abcdef";

    static Map<String, List<Row>> rows() {
        return SampleTable.rows("pbs/jobs.csv");
    }

    static Set<String> files() {
        return rows().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyJobIsWhatItWas(String file) {
        List<Row> rows = rows().get(file);
        String text = Samples.read("pbs/" + file + ".out");
        String delimiter = DELIMITERS.getOrDefault(file, "|");
        if (rows.getFirst().what().equals("unreadable")) {
            assertThatThrownBy(() -> PbsFamily.sights(text, delimiter)).isInstanceOf(IllegalArgumentException.class);
            return;
        }

        List<Sight> sights = PbsFamily.sights(text, delimiter);

        assertThat(Records.parse(text, delimiter).stream().map(r -> r.id().replaceAll("\\..*", "")))
                .containsExactlyInAnyOrderElementsOf(rows.stream().map(Row::job).toList());
        assertThat(sights.stream().map(PbsSampleTablesTest::told))
                .containsExactlyInAnyOrderElementsOf(rows.stream().filter(r -> !r.what().equals("silent"))
                        .map(r -> told(r, sights)).toList());
    }

    /** The row, with the scheduler's comment whole where it begins as the row says. */
    private static Row told(Row row, List<Sight> sights) {
        return sights.stream().map(PbsSampleTablesTest::told).filter(t -> t.job().equals(row.job())
                && t.what().startsWith(row.what()) && row.what().startsWith("waits "))
                .findFirst().map(t -> new Row(row.job(), t.what(), row.rest())).orElse(row);
    }

    private static Row told(Sight s) {
        String job = s.elements().size() == 1 && s.base().endsWith("[]")
                ? s.base().replace("]", s.elements().getFirst() + "]") : s.base();
        boolean told = s.phase() == Phase.RUNNING || s.phase() == Phase.ENDED;
        return new Row(job, SampleTable.what(s), told && s.times().start() != null ? CLOCK.format(s.times().start()) : "-",
                SampleTable.nodes(s.nodes()));
    }

    static final String HOSTS = """
            pbsnodes-av-json: cn001 16 6 0 0 true; cn002 16 0 0 0 true; gn001 16 14 8 6 true
            client-master-pbsnodes-av-json: cn001 16 0 0 0 true; cn002 16 0 0 0 true; gn001 16 0 8 8 true
            node-back-av-json: cn001 16 14 0 0 true; cn002 16 16 0 0 true; gn001 16 16 8 8 true
            node-offline-av-json: cn001 16 14 0 0 true; cn002 16 0 0 0 false; gn001 16 16 8 8 true
            node-down-av-json-1: cn001 16 14 0 0 true; cn002 16 16 0 0 true; gn001 16 0 8 0 false
            node-down-av-json-2: cn001 16 14 0 0 true; cn002 16 16 0 0 true; gn001 16 0 8 0 false
            node-down-av-json-3: cn001 16 14 0 0 true; cn002 16 16 0 0 true; gn001 16 0 8 0 false
            """;

    static Map<String, String> hosts() {
        return HOSTS.lines().collect(Collectors.toMap(l -> l.replaceAll(":.*", ""), l -> l.replaceAll("^.*?: ", "")));
    }

    static Stream<String> hostFiles() {
        return hosts().keySet().stream().sorted();
    }

    /** Cores, those free, GPUs, those free, and whether it takes jobs. */
    @ParameterizedTest
    @MethodSource("hostFiles")
    void everyHostHasWhatItHad(String file) {
        List<NodeGroup> groups = new Vnodes(Records.parse(Samples.read("pbs/" + file + ".out"), "|"), List.of(), null).groups();

        assertThat(groups.stream().flatMap(g -> g.names().stream().map(n -> "%s %d %d %d %d %s".formatted(n, g.cores(),
                g.coresFree(), g.gpus(), g.gpusFree(), g.available())))).containsExactlyInAnyOrder(hosts().get(file).split("; "));
    }

    private static SiteSnapshot look(String server, String queues) {
        String parts = part("server", server) + part("queues", queues) + part("nodes", "pbsnodes-av-json")
                + part("jobs", "qstat-f-json");
        return new PbsFamily().look(new Look("pbs", Sections.parse(parts, MARK), MARK,
                TestingTasks.profile("pbs", Map.of()), Instant.parse("2026-11-30T02:45:00Z")));
    }

    private static String part(String name, String file) {
        return "\n%s begin %s\n%s\n%1$s end %2$s 0\n".formatted(MARK, name, Samples.read("pbs/" + file + ".out"));
    }

    @ParameterizedTest
    @CsvSource({"qstat-B-f-json,qstat-Q-f-json,UP", "client-master-qstat-B-f-json,client-master-qstat-Q-f-json,UP",
            "sched-off-qstat-B-json,qstat-Q-f-json,DEGRADED"})
    void everyQueueIsOpenOrSaysWhyNot(String server, String queues, SiteHealth.State health) {
        SiteSnapshot seen = look(server, queues);

        assertThat(seen.health().state()).isEqualTo(health);
        assertThat(seen.version()).isEqualTo("23.06.06");
        assertThat(seen.partitions()).extracting(PartitionState::name, PartitionState::open, PartitionState::state)
                .map(t -> t.toList().toString()).containsExactlyInAnyOrder("[workq, true, started]", "[debug, true, started]",
                        "[gpuq, true, started]", "[closed, false, disabled]", "[stopped, false, stopped]",
                        "[private, false, not for this login]", "[route, true, started]");
        assertThat(seen.partitions()).filteredOn(PartitionState::isDefault).extracting(PartitionState::name)
                .containsExactly("workq");
        assertThat(seen.partitions()).filteredOn(p -> p.name().equals("debug")).extracting(p -> p.maxTime().toMinutes())
                .containsExactly(30L);
    }

    @Test
    void noFileIsWithoutARow() {
        Set<String> told = new TreeSet<>(rows().keySet());
        told.addAll(SERVERS);
        told.addAll(QUEUES);
        told.addAll(hosts().keySet());
        assertThat(SampleTable.outputs("pbs")).isEqualTo(told);
    }
}
