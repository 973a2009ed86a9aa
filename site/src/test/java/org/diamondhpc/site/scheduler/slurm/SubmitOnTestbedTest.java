package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.Test;

/** Submitting: once, many at a time, and what is refused. */
class SubmitOnTestbedTest extends SlurmOnTestbed {
    @Test
    void adoptsTheJobOfAnEarlierSubmission() {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'script':'sleep 2'}");

        SubmitResult first = slurm.submit(session, c.submission());
        SubmitResult again = slurm.submit(session, c.submission());

        assertThat(again).isEqualTo(new SubmitResult.Adopted(((SubmitResult.Accepted) first).jobId(), "file"));
    }

    @Test
    void fencesOffASecondJobOfAnAttempt() {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count; sleep 3'}");
        SubmitResult first = slurm.submit(session, c.submission());
        session.run(RemoteCommand.of("rm -f \"$1/jobid\"; cd \"$1\" && "
                + "sbatch --parsable job.sh", c.layout().directory())).orThrow("the second sbatch");
        WatchedJob job = c.watched(first);

        List<Observation> seen = new ArrayList<>();
        Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(200)).until(() -> {
            seen.addAll(slurm.tick(session, List.of(job)).observations().get(job.attempt()));
            return seen.stream().anyMatch(Observation.Ended.class::isInstance);
        });

        assertThat(new String(session.files().read(c.layout().work() + "/count", 0, 100))).isEqualTo("ran\n");
        assertThat(seen).anyMatch(Observation.Duplicate.class::isInstance);
    }

    @Test
    void refusesWithTheReasonAndNotTheNeighbours() {
        SiteSession session = testbed.session("delta");
        Case good = prepare("delta", "{'script':'true'}");
        Case partition = prepare("delta", "{'script':'true','queue':'nosuch'}");
        Case account = prepare("delta", "{'script':'true','account':'nosuch'}");
        Case gpu = prepare("delta", "{'script':'true','resources':{'gpusPerProcess':9}}");
        Case time = prepare("delta", "{'script':'true','resources':{'duration':'99d'}}");

        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, List.of(good.submission(),
                partition.submission(), account.submission(), gpu.submission(), time.submission()));

        assertThat(results.get(good.order().attemptId())).isInstanceOf(SubmitResult.Accepted.class);
        Map<Case, Reason> expected = new HashMap<>(Map.of(partition, Reason.SCHEDULER_INVALID_PARTITION, account,
                Reason.SCHEDULER_INVALID_ACCOUNT, gpu, Reason.SCHEDULER_INFEASIBLE, time,
                Reason.SCHEDULER_LIMIT_EXCEEDED));
        expected.forEach((c, reason) -> assertThat(results.get(c.order().attemptId()))
                .isInstanceOfSatisfying(SubmitResult.Refused.class,
                        r -> assertThat(r.problem().reason()).isEqualTo(reason)));
    }

    @Test
    void submitsManyInOneCommand() {
        SiteSession session = testbed.session("alpha");
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            cases.add(prepare("alpha", "{'script':'true'}"));
        }

        long begin = System.nanoTime();
        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, cases.stream().map(Case::submission).toList());
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("50 submissions in one command: %.2f s, %.0f/s%n", seconds, 50 / seconds);

        assertThat(results.values()).allMatch(SubmitResult.Accepted.class::isInstance);
        List<WatchedJob> jobs = cases.stream().map(c -> c.watched(results.get(c.order().attemptId()))).toList();
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            long from = System.nanoTime();
            Tick tick = slurm.tick(session, jobs);
            System.out.printf("tick over 50 jobs: %.0f ms%n", (System.nanoTime() - from) / 1e6);
            assertThat(tick.observations().values()).allMatch(o -> o.getFirst() instanceof Observation.Ended);
        });
    }

    @Test
    void submitsAboutAsFastAsAPlainLoop() {
        SiteSession session = testbed.session("alpha");
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            cases.add(prepare("alpha", "{'script':'true'}"));
        }
        RemoteCommand loop = RemoteCommand.of("cd /tmp; i=0; while [ $i -lt 100 ]; do sbatch --parsable -o /dev/null "
                + "--wrap true >/dev/null || exit 1; i=$((i + 1)); done");

        long begin = System.nanoTime();
        session.run(loop).orThrow("the plain loop");
        double plain = (System.nanoTime() - begin) / 1e9;
        // The nodes share this machine's processors: the loop's jobs must be over before ours are timed.
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() ->
                session.run(RemoteCommand.of("squeue -h -u \"$(id -u)\" -t PD,R,CG")).out().isBlank());
        begin = System.nanoTime();
        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, cases.stream().map(Case::submission).toList());
        double ours = (System.nanoTime() - begin) / 1e9;
        begin = System.nanoTime();
        Tick tick = slurm.tick(session, cases.stream().map(c -> c.watched(results.get(c.order().attemptId()))).toList());
        double look = (System.nanoTime() - begin) / 1e9;
        System.out.printf("100 submissions: plain loop %.0f/s, ours %.0f/s; tick over 100 jobs %.0f ms%n", 100 / plain,
                100 / ours, look * 1000);

        assertThat(results.values()).allMatch(SubmitResult.Accepted.class::isInstance);
        assertThat(tick.queue().ok()).isTrue();
        assertThat(ours).isLessThan(2 * plain);
    }
}
