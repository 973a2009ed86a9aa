package org.diamondhpc.site.scheduler.flux;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.SampleTable;
import org.diamondhpc.site.scheduler.SampleTable.Row;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded listing of Flux and what it means, in {@code jobs.csv}; a file without a row fails. */
class FluxSampleTablesTest {
    /** What a snapshot is made of. */
    private static final Set<String> LOOKS = Set.of("drain-resource-list-o", "queue-list-o", "resource-R", "version");
    private static final String MARK = "0123456789abcdef";

    static Map<String, List<Row>> rows() {
        return SampleTable.rows("flux/jobs.csv");
    }

    static Set<String> files() {
        return rows().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyJobIsWhatItWas(String file) {
        List<Sight> sights = FluxJobs.sights(Samples.read("flux/" + file + ".out"));

        assertThat(sights.stream().map(FluxSampleTablesTest::told)).containsExactlyElementsOf(rows().get(file).stream()
                .filter(row -> !row.what().equals("nothing")).toList());
    }

    private static Row told(Sight s) {
        return new Row(s.base(), SampleTable.what(s), s.times().start() == null ? "-"
                : String.valueOf(s.times().start().getEpochSecond()), SampleTable.nodes(s.nodes()));
    }

    private static String part(String name, String text) {
        return "\n%s begin %s\n%s\n%1$s end %2$s 0\n".formatted(MARK, name, text);
    }

    private static SiteSnapshot look() {
        // Recorded with more columns than are asked for: the most nodes stand in the ninth.
        String queues = Samples.read("flux/queue-list-o.out").lines().map(l -> l.split("\\|"))
                .map(f -> String.join("|", f[0], f[1], f[2], f[3], f[4], f[5], f[8])).collect(Collectors.joining("\n"));
        String parts = part("resources", Samples.read("flux/drain-resource-list-o.out")) + part("queues", queues)
                + part("whole", Samples.read("flux/resource-R.out")) + part("version", Samples.read("flux/version.out"))
                + part("jobs", Samples.read("flux/jobs-json.out"));
        return new FluxFamily().look(new Look("flux", Sections.parse(parts, MARK), MARK, TestingTasks.profile("flux", Map.of()),
                Instant.ofEpochSecond(1796008416)));
    }

    /** Cores and those free, GPUs and those free, queues, whether it takes jobs. */
    @Test
    void everyHostHasWhatItHad() {
        assertThat(look().version()).isEqualTo("0.88.0");
        assertThat(look().nodes().stream().flatMap(g -> g.names().stream().map(n -> "%s %d/%d %d/%d %s %s".formatted(n,
                g.cores(), g.coresFree(), g.gpus(), g.gpusFree(), g.partitions(), g.available()))))
                .containsExactlyInAnyOrder("fc001 16/15 0/0 [batch, stopped] true", "fc002 16/0 0/0 [batch, stopped] false",
                        "fc003 16/15 4/4 [batch, stopped] true", "fc004 16/0 4/0 [debug] false");
    }

    /** Whether it is the default and takes jobs, most time and default time, most nodes. */
    @Test
    void everyQueueHasItsLimits() {
        assertThat(look().partitions().stream().map(p -> "%s %s %s %s %s %s".formatted(p.name(), p.isDefault(), p.open(),
                p.maxTime(), p.defaultTime(), p.maxNodes()))).containsExactly("batch true true PT24H PT1H null",
                "debug false true PT30M PT1H 1", "stopped false false null PT1H null");
    }

    @Test
    void noFileIsWithoutARow() {
        Set<String> told = new TreeSet<>(rows().keySet());
        told.addAll(LOOKS);
        assertThat(SampleTable.outputs("flux")).isEqualTo(told);
    }
}
