package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.Testbed;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Against real slurmctld, slurmd and slurmdbd, through real sshd. */
abstract class SlurmOnTestbed {
    static Testbed testbed;
    final Dialect slurm = Dialects.standard().of("slurm");

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

    record Case(TaskOrder order, AttemptLayout layout, Submission submission) {
        WatchedJob watched(SubmitResult result) {
            SubmitResult.Accepted accepted = (SubmitResult.Accepted) result;
            return TestingTasks.watched(order, layout, accepted.jobId(), accepted.submittedAt());
        }
    }

    Case prepare(String site, String json) {
        TaskOrder order = TestingTasks.order(TestingTasks.spec(json));
        SiteSession session = testbed.session(site);
        AttemptLayout layout = TestingTasks.layout(session.expand("$HOME/.diamond"), order);
        Placement placement = TestingTasks.at(site, null, null);
        return new Case(order, layout, new Submission(order.attemptId(), layout,
                slurm.translate(order, placement, layout, testbed.profile(site))));
    }

    List<Observation> watch(SiteSession session, WatchedJob job, Duration atMost, List<Observation> seen) {
        Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(200)).until(() -> {
            seen.addAll(slurm.tick(session, List.of(job)).observations().get(job.attempt()));
            return seen.getLast() instanceof Observation.Ended;
        });
        return seen;
    }

    JobOutcome end(String site, String json, Duration atMost) {
        SiteSession session = testbed.session(site);
        Case c = prepare(site, json);
        WatchedJob job = c.watched(slurm.submit(session, c.submission()));
        List<Observation> seen = watch(session, job, atMost, Collections.synchronizedList(new ArrayList<>()));
        return ((Observation.Ended) seen.getLast()).outcome();
    }
}
