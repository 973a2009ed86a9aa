package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.Test;

/** A cluster some part of which is frozen, full or dead. */
class TroubleOnTestbedTest extends SlurmOnTestbed {
    @Test
    void waitsOutAFrozenControllerAndFindsItsJob() throws Exception {
        SiteSession session = testbed.session("beta");
        Case c = prepare("beta", "{'script':'echo ran >> count'}");
        slurm.look(session, testbed.profile("beta"), Instant.now());
        Instant since = Instant.now();

        testbed.command("fault", "ctld-stop", "beta", "15");
        SubmitResult frozen = slurm.submit(session, c.submission());
        WatchedJob unknown = TestingTasks.watched(c.order(), c.layout(), null, since);
        List<Resolution> looks = new ArrayList<>();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            looks.add(slurm.resolve(session, unknown, since));
            return looks.getLast() instanceof Resolution.Found;
        });

        assertThat(frozen).isInstanceOfSatisfying(SubmitResult.Unconfirmed.class,
                u -> assertThat(u.problem().reason()).isEqualTo(Reason.SCHEDULER_UNCONFIRMED));
        System.out.println("resolutions: " + looks);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() ->
                session.files().stat(c.layout().path("exit")).isPresent());
        assertThat(new String(session.files().read(c.layout().work() + "/count", 0, 100))).isEqualTo("ran\n");
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'script':'true','environment':{'X':'" + "x".repeat(100_000) + "'}}");
        testbed.command("fault", "disk-full", "delta");
        try {
            assertThat(slurm.submit(session, c.submission())).isInstanceOfSatisfying(SubmitResult.Refused.class,
                    r -> assertThat(r.problem().reason()).isEqualTo(Reason.SITE_DISK_FULL));
        } finally {
            testbed.command("fault", "disk-free", "delta");
        }
        assertThat(slurm.submit(session, c.submission())).isInstanceOf(SubmitResult.Accepted.class);
    }

    @Test
    void looksPastADeadAccounting() throws Exception {
        SiteSession session = testbed.session("delta");
        testbed.command("fault", "dbd-kill", "delta");
        try {
            SiteSnapshot seen = slurm.look(session, testbed.profile("delta"), Instant.now());
            JobOutcome outcome = end("delta", "{'script':'exit 3'}", Duration.ofSeconds(30));

            assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
            assertThat(seen.nodes()).isNotEmpty();
            assertThat(outcome.exitCode()).isEqualTo(3);
        } finally {
            testbed.command("fault", "dbd-start", "delta");
        }
    }

    @Test
    void takesADeadControllerForNoNews() throws Exception {
        SiteSession session = testbed.session("delta");
        Case c = prepare("delta", "{'executable':'sleep','arguments':['600']}");
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        testbed.command("fault", "ctld-kill", "delta");
        try {
            Tick tick = slurm.tick(session, List.of(job));
            SubmitResult refused = slurm.submit(session, prepare("delta", "{'script':'true'}").submission());

            assertThat(tick.queue().ok()).isFalse();
            assertThat(tick.observations().get(job.attempt())).singleElement()
                    .isInstanceOf(Observation.Unobserved.class);
            assertThat(slurm.look(session, testbed.profile("delta"), Instant.now()).seenAt()).isNull();
            assertThat(refused).isInstanceOfSatisfying(SubmitResult.Refused.class,
                    r -> assertThat(r.problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE));
        } finally {
            testbed.command("fault", "ctld-start", "delta");
        }
        slurm.cancel(session, testbed.profile("delta"), List.of(job.jobId()));
    }
}
