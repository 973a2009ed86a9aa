package org.diamondhpc.site.scheduler.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.DialectContract;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Testbed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a real sge_qmaster with four execution hosts, through a real sshd. */
class GridEngineOnTestbedTest extends DialectContract {
    private static Testbed testbed;

    @BeforeAll
    static void open() {
        testbed = Testbed.orSkip();
    }

    @AfterAll
    static void close() {
        if (testbed != null) {
            testbed.close();
        }
    }

    @Override
    protected Ground ground() {
        return new Ground(testbed.session("epsilon"), testbed.profile("epsilon"), true, Duration.ofSeconds(5),
                "{'script':'sleep 60','resources':{'nodes':4,'processesPerNode':16}}");
    }

    @Test
    void seesTheHostsWithTheirSlotsGpusAndFeatures() {
        SiteSnapshot seen = Dialects.standard().of("gridengine").look(testbed.session("epsilon"),
                testbed.profile("epsilon"), Instant.now());

        assertThat(seen.version()).contains("8.1.9");
        assertThat(seen.partitions()).extracting(p -> p.name() + " " + p.maxTime())
                .containsExactly("all.q PT24H", "short.q PT5M");
        assertThat(seen.nodes().stream().mapToInt(NodeGroup::count).sum()).isEqualTo(4);
        assertThat(seen.nodes()).allMatch(n -> n.cores() == 16 && n.memoryMb() > 60_000);
        assertThat(seen.nodes().stream().filter(n -> n.names().contains("s003")).findFirst().orElseThrow().gpus()).isEqualTo(2);
        assertThat(seen.nodes().stream().filter(n -> n.names().contains("s001")).findFirst().orElseThrow().features())
                .contains("bigmem");
    }
}
