package org.diamondhpc.bench.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The acceptance gate: schedules that others published of three machines, made by EASY backfilling with the run time as the
 * limit, must be met to the second in every start.
 */
class PublishedSchedulesTest {
    private static final TraceFolder TRACES = TraceFolder.of(Path.of(System.getProperty("diamond.checkout", "..")));

    @ParameterizedTest
    @CsvSource({"KTH-SP2, 100, 28481", "SDSC-SP2, 128, 54006", "CTC-SP2, 338, 77199"})
    void everyStartIsThePublishedOne(String machine, int processors, int jobs) throws IOException {
        String name = "published-schedules/" + machine + ".easy_clairvoyant.swf.gz";
        assumeTrue(TRACES.find(name).isPresent(), () -> "there is no " + name + " in " + TRACES.folder()
                + "; DIAMOND_TRACES names another folder");
        Trace published = Trace.read(TRACES.find(name).get());
        Map<Integer, Long> starts = new HashMap<>();
        Cluster cluster = new Cluster(published.rows().stream().map(r -> clairvoyant(r.job())).toList(),
                published.processors(), Rules.EASY).heardBy(Replayed.into(starts));

        cluster.advance(Long.MAX_VALUE - 1);

        assertThat(published.processors()).isEqualTo(processors);
        assertThat(starts).hasSize(jobs);
        assertThat(published.rows()).allSatisfy(row ->
                assertThat(starts.get(row.job().id())).isEqualTo(row.job().submit() + row.waited()));
    }

    private static Job clairvoyant(Job job) {
        return new Job(job.id(), job.submit(), job.run(), job.run(), job.width(), job.user(), job.application());
    }
}
