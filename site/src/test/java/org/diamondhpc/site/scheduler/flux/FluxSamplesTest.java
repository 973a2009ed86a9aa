package org.diamondhpc.site.scheduler.flux;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real Flux 0.88 printed, and what it means. */
class FluxSamplesTest {
    private static List<Sight> read(String file) {
        return FluxJobs.sights(Samples.read("flux/" + file + ".out"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {
            "fin/json-B7; 1198933409792; FAILED; 7; -; -; fc002", "fin/json-F3; 1114124582912; FAILED; 3; -; -; fc001",
            "fin/json-K9; 1125516312576; FAILED; -; 9; -; fc002", "fin/json-K11; 1136169844736; FAILED; -; 11; -; -",
            "fin/json-NC; 1157862785024; FAILED; 127; -; start failed; fc002",
            "fin/json-DF; 1166519828480; DEPENDENCY_FAILED; -; -; can never be satisfied; none",
            "fin/json-TO; 1147293138944; TIMEOUT; -; -; -; fc001",
            "fin/json-PEND; 1054481580032; CANCELLED; -; -; cancelled; fc001,fc002,fc003",
            "cancel-running-json; 13485710770176; CANCELLED; -; -; user asked; fc001,fc002",
            "fx/cancel-pend-json; 14552926257152; CANCELLED; -; -; cancelled; none",
            "kill-running-json; 13963425218560; FAILED; -; 15; -; fc004",
            "fx/nodelost-jobs-json; 15385797591040; NODE_FAIL; -; -; node failure on fc002; fc002",
            "raise-json; 1086123409408; FAILED; -; -; foo: hello there; none",
            "unk-jobs-mixed; 1114124582912; FAILED; 3; -; -; fc001"})
    void readsHowAJobEnded(String file, String id, String end, Integer exit, Integer signal, String detail, String nodes) {
        Sight job = read(file).stream().filter(s -> s.base().equals(id)).findFirst().orElseThrow();

        assertThat(job.phase()).isEqualTo(Phase.ENDED);
        assertThat(job.ending().end().name()).isEqualTo(end);
        assertThat(job.ending().exitCode()).isEqualTo(exit);
        assertThat(job.ending().signal()).isEqualTo(signal);
        assertThat(Optional.ofNullable(job.ending().detail()).orElse("")).contains(detail == null ? "" : detail);
        assertThat(job.times().end()).isNotNull();
        if (nodes != null) {
            assertThat(job.nodes()).isEqualTo(nodes.equals("none") ? List.of() : List.of(nodes.split(",")));
            assertThat(job.times().start() == null).isEqualTo(nodes.equals("none"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"1054481580032; WAITING; Queued", "1079697735680; WAITING; Dependency",
            "1086123409408; WAITING; BeginTime", "1070789033984; WAITING; JobHeldUser", "1043408617472; RUNNING; -"})
    void readsWhatAJobDoes(String id, Phase phase, String reason) {
        Sight job = read("jobs-json").stream().filter(s -> s.base().equals(id)).findFirst().orElseThrow();

        assertThat(job.phase()).isEqualTo(phase);
        if (phase == Phase.WAITING) {
            assertThat(job.reason()).isEqualTo(reason);
        }
    }

    @Test
    void knowsInfeasibleRequestsThatWereAccepted() {
        assertThat(read("rej-infeasible-jobs-after-json")).filteredOn(s -> s.ended() && s.ending().detail() != null
                && s.ending().detail().contains("unsatisfiable")).isNotEmpty()
                .allMatch(s -> s.ending().end().name().equals("LAUNCH_FAILED"));
    }

    @Test
    void readsAJobWhoseNameHoldsALineEnd() {
        assertThat(read("jobs-json")).extracting(Sight::base).contains("1185964621824");
        assertThat(read("fx/jobs-json")).hasSizeGreaterThan(1);
    }

    @Test
    void readsUsageAndTheExpectedStart() {
        Sight over = read("fin/json-B7").getFirst();
        Sight waiting = read("jobs-json").getFirst();

        assertThat(over.usage().elapsed()).isBetween(Duration.ofMillis(2960), Duration.ofMillis(2970));
        assertThat(waiting.times().expected()).isNotNull();
        assertThat(over.workDir()).isEqualTo("/home/bea/w");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"[Errno 1] Invalid queue 'nope' specified; SCHEDULER_INVALID_PARTITION",
            "[Errno 22] requested duration (2h) exceeds policy limit of 30m for queue debug; SCHEDULER_LIMIT_EXCEEDED",
            "[Errno 22] requested nnodes (2) exceeds policy limit of 1 for queue debug; SCHEDULER_LIMIT_EXCEEDED",
            "[Errno 22] job submission to debug is disabled: maintenance until 5pm; SCHEDULER_UNAVAILABLE",
            "flux-submit: ERROR: Unable to connect to Flux: broker socket /run/flux/local was not found; SCHEDULER_UNAVAILABLE",
            "flux-batch: ERROR: ns.sh does not appear to start with '#!'; INVALID_SPEC"})
    void knowsWhatARefusalMeans(String said, Reason reason) {
        assertThat(FluxMessages.refusal(1, said).reason()).isEqualTo(reason);
    }
}
