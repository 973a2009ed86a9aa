package org.diamondhpc.bench.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.report.Figure;
import org.junit.jupiter.api.Test;

class WokenTest {
    private static final Instant END = Instant.parse("2026-11-30T08:00:00Z");

    @Test
    void hopsAddUpToTheLatency() {
        Woken woken = Woken.of("t-1", END, END.plusMillis(5), Map.of(
                "org.diamondhpc.task.job-finished.v1", END.plusMillis(20),
                "org.diamondhpc.task.outputs-collected.v1", END.plusMillis(50)), END.plusMillis(64), 1);

        assertThat(woken.hops()).containsExactly(5.0, 15.0, 30.0, 14.0);
        assertThat(woken.latency()).isEqualTo(64.0);
    }

    @Test
    void aSecondWakeOfAJobMissesTheTarget() {
        Map<String, Instant> events = Map.of("org.diamondhpc.task.job-finished.v1", END,
                "org.diamondhpc.task.outputs-collected.v1", END);

        List<Figure> figures = WakeBench.figures(List.of(Woken.of("t-1", END, END, events, END, 2)));

        assertThat(figures).filteredOn(f -> f.what().equals("wakes a job, most")).extracting(Figure::met)
                .containsExactly(false);
    }

    @Test
    void bashWritesMicrosecondsAfterAPointOrAComma() {
        assertThat(Latency.instant("1796026715.000123")).isEqualTo(Instant.ofEpochSecond(1796026715, 123_000));
        assertThat(Latency.instant("1796026715,500000")).isEqualTo(Instant.ofEpochSecond(1796026715, 500_000_000));
    }

    @Test
    void requestsOfPeopleAreCountedAndThoseOfDaemonsNot() {
        String sdiag = """
                Remote Procedure Call statistics by message type
                	REQUEST_JOB_INFO                        ( 2003) count:8      ave_time:253    total_time:2031

                Remote Procedure Call statistics by user
                	root            (       0) count:156    ave_time:174    total_time:27286
                	alice           (    5001) count:14     ave_time:306    total_time:4292
                	slurm           (     112) count:3      ave_time:30     total_time:92

                Pending RPC statistics
                	No pending RPCs
                """;

        assertThat(SiteCommands.requests(sdiag)).isEqualTo(14);
    }
}
