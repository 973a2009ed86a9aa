package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of jobs, from the first look to the end, and at once. */
class SlurmOnTestbedTest extends SlurmOnTestbed {
    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma", "delta"})
    void looksAtEveryCluster(String site) {
        SiteSnapshot seen = slurm.look(testbed.session(site), testbed.profile(site), Instant.now());

        assertThat(seen.health().problem()).isNull();
        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.UP);
        assertThat(seen.version()).isEqualTo("22.05.8");
        assertThat(seen.partitions()).isNotEmpty().anyMatch(p -> p.isDefault() && p.open());
        assertThat(seen.nodes()).isNotEmpty().allMatch(n -> n.cores() > 0 && n.memoryMb() > 0);
        assertThat(seen.maxArraySize()).isEqualTo(1001);
        assertThat(seen.accounts()).hasSize(2);
        assertThat(seen.accounts().getFirst().associations().isEmpty()).isEqualTo(site.equals("gamma"));
    }

    @Test
    void seesAJobWaitRunAndEndWell() {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'script':'sleep 1; echo done > out.txt','outputs':[{'glob':'*.txt'}]}");

        SubmitResult result = slurm.submit(session, c.submission());
        WatchedJob job = c.watched(result);
        List<Observation> seen = watch(session, job, Duration.ofSeconds(20), new ArrayList<>());

        assertThat(seen).anyMatch(o -> o instanceof Observation.Running);
        JobOutcome outcome = ((Observation.Ended) seen.getLast()).outcome();
        assertThat(outcome.end()).isEqualTo(JobEnd.COMPLETED);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.nodes()).hasSize(1);
        assertThat(new String(session.files().read(c.layout().path("manifest"), 0, 1000)))
                .matches("[0-9a-f]{64} 5 out.txt\n");
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Observation.Accounted said = slurm.usage(session, List.of(job)).get(job.attempt());
            assertThat(said).isNotNull();
            assertThat(said.schedulerState()).isEqualTo("COMPLETED");
            assertThat(said.usage().elapsed()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma", "delta"})
    void keepsTheProgramsExitCode(String site) {
        JobOutcome outcome = end(site, "{'script':'exit 3'}", Duration.ofSeconds(20));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(3);
    }

    @Test
    void namesAMissingExecutable() {
        JobOutcome outcome = end("alpha", "{'executable':'no-such-program'}", Duration.ofSeconds(20));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.exitCode()).isEqualTo(127);
        assertThat(outcome.detail()).contains("not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "gamma"})
    void tellsMemoryFromOtherFailures(String site) {
        JobOutcome outcome = end(site, "{'executable':'python3','arguments':['-c','import time; "
                + "x=bytearray(600*1024*1024); time.sleep(60)'],'resources':{'memory':'200MiB'}}",
                Duration.ofSeconds(40));

        assertThat(outcome.end()).isEqualTo(JobEnd.OUT_OF_MEMORY);
    }

    @Test
    void endsAtTheTimeLimit() {
        JobOutcome outcome = end("alpha", "{'executable':'sleep','arguments':['600'],'resources':{'duration':'1m'}}",
                Duration.ofSeconds(150));

        assertThat(outcome.end()).isEqualTo(JobEnd.TIMEOUT);
        assertThat(outcome.exitCode()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "gamma"})
    void cancelsARunningJob(String site) {
        SiteSession session = testbed.session(site);
        Case c = prepare(site, "{'executable':'sleep','arguments':['600']}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> slurm.tick(session, List.of(job)).observations()
                .get(job.attempt()).getFirst() instanceof Observation.Running);

        assertThat(slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        List<Observation> seen = watch(session, job, Duration.ofSeconds(30), new ArrayList<>());

        assertThat(((Observation.Ended) seen.getLast()).outcome().end()).isEqualTo(JobEnd.CANCELLED);
        assertThat(slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
    }

    @Test
    void holdsReleasesAndExplains() {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'script':'true','resources':{'nodes':16,'exclusive':true}}");
        Case blocker = prepare("alpha", "{'script':'sleep 60','resources':{'nodes':1}}");
        WatchedJob first = blocker.watched(slurm.submit(session, blocker.submission()));
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));

        assertThat(slurm.hold(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        Observation held = slurm.tick(session, List.of(job)).observations().get(job.attempt()).getFirst();
        assertThat(slurm.release(session, testbed.profile("alpha"), List.of(job.jobId()))).isEmpty();
        slurm.cancel(session, testbed.profile("alpha"), List.of(job.jobId(), first.jobId()));

        assertThat(held).isInstanceOfSatisfying(Observation.Pending.class, p -> {
            assertThat(p.reason()).isEqualTo("JobHeldUser");
            assertThat(p.explanation()).contains("held by its owner");
        });
        assertThat(slurm.hold(session, testbed.profile("alpha"), List.of("99999999")).get("99999999").reason()).isEqualTo(Reason.INVALID_STATE);
    }

    @Test
    void runsAnArrayElementByElement() {
        JobOutcome outcome = end("alpha", "{'script':'exit $((DIAMOND_ARRAY_INDEX % 2))','array':{'indices':'1-6',"
                + "'maxConcurrent':3}}", Duration.ofSeconds(40));

        assertThat(outcome.end()).isEqualTo(JobEnd.FAILED);
        assertThat(outcome.elements()).containsExactlyInAnyOrder(
                new JobOutcome.ElementCount(JobEnd.COMPLETED, 3, "2,4,6"),
                new JobOutcome.ElementCount(JobEnd.FAILED, 3, "1,3,5"));
    }

    @Test
    void countsARequeueAsTheSameAttempt() {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count; [ $(wc -l < count) -gt 1 ] || sleep 600',"
                + "'checkpoint':{'signal':'USR1','before':'1m'}}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() ->
                session.files().stat(c.layout().work() + "/count").isPresent());
        session.run(RemoteCommand.of("sleep 11; scontrol requeue \"$1\"", job.jobId())).orThrow("requeue");

        List<Observation> seen = watch(session, job, Duration.ofSeconds(200), new ArrayList<>());

        assertThat(seen).anyMatch(o -> o instanceof Observation.Requeued r && r.restarts() == 1);
        assertThat(((Observation.Ended) seen.getLast()).outcome().end()).isEqualTo(JobEnd.COMPLETED);
    }

    @Test
    void hearsOfAnEndAtOnceThroughTheHints() throws Exception {
        SiteSession session = testbed.session("alpha");
        Case c = prepare("alpha", "{'executable':'/bin/date','arguments':['+%s%N']}");
        BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
        String hints = AttemptLayout.hints(session.expand("$HOME/.diamond"));
        long from = session.files().stat(hints).map(f -> f.size()).orElse(0L);
        try (Follow follow = session.follow(hints, from, new LineListener() {
            @Override
            public void line(String line, long nextByte) {
                if (Hint.parse(line).filter(h -> h instanceof Hint.Exited && h.attempt()
                        .equals(c.order().attemptId())).isPresent()) {
                    heard.add(System.currentTimeMillis());
                }
            }

            @Override
            public void ended(FollowEnd end) {
            }
        })) {
            slurm.submit(session, c.submission());
            Long at = heard.poll(20, TimeUnit.SECONDS);

            assertThat(at).isNotNull();
            long last = Long.parseLong(new String(session.files().read(c.layout().path("stdout"), 0, 100)).strip())
                    / 1_000_000;
            System.out.printf("program's last act to hint: %d ms%n", at - last);
            assertThat(at - last).isLessThan(2000);
            assertThat(follow.active()).isTrue();
        }
    }
}
