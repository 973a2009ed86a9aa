package org.diamondhpc.site.scheduler.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.LocalSession;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The submit program for real, with a qsub that says what Grid Engine's was heard to say, or says by its sources. */
class SubmitWithFakeQsubTest {
    private final Dialect dialect = Dialects.standard().of("gridengine");
    @TempDir
    private Path home;
    private LocalSession session;
    private Submission submission;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(home.resolve("bin"));
        session = new LocalSession(home, "/bin/sh", home.resolve("bin") + ":/usr/bin:/bin");
        TaskOrder order = TestingTasks.order(TestingTasks.spec("{'script':'true'}"));
        AttemptLayout layout = TestingTasks.layout(home + "/root", order);
        SiteProfile profile = TestingTasks.profile("gridengine", Map.of());
        submission = new Submission(order.attemptId(), layout, dialect.translate(order,
                TestingTasks.at("here", null, null), layout, profile));
    }

    private SubmitResult submit(int rc, String said) throws IOException {
        Path words = Files.writeString(home.resolve("words"), said.replace("|", "\n"));
        Path qsub = Files.writeString(home.resolve("bin/qsub"), "#!/bin/sh\necho asked >>%s/asked\ncat %s\nexit %d\n".formatted(
                home, words, rc));
        assertThat(qsub.toFile().setExecutable(true)).isTrue();
        return dialect.submit(session, submission);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"77; 77", "77.1-10:2; 77", "Your job 77 (\"x\") has been submitted; 77",
            "Your job-array 77.1-3:1 (\"x\") has been submitted; 77", "warning: 3 jobs of yours wait|77; 77"})
    void findsTheIdAndAsksNoSecondTime(String said, String id) throws IOException {
        assertThat(submit(0, said)).isInstanceOfSatisfying(SubmitResult.Accepted.class, a -> assertThat(a.jobId()).isEqualTo(id));
        assertThat(dialect.submit(session, submission)).isEqualTo(new SubmitResult.Adopted(id, "file"));
        assertThat(Files.readAllLines(home.resolve("asked"))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"1; 77|the site's own wrapper: cannot write its record of the job",
            "1; Your job 77 (\"x\") has been submitted|wrapper failed", "0; ''", "124; ''", "137; ''",
            "1; error: commlib error: got read error (closing \"epsilon-login1/qmaster/1\")|Unable to run job: failed receiving gdi request response",
            "1; Unable to run job: Error reading answer list from qmaster"})
    void isNeverSureWithoutAWholeAnswer(int rc, String said) throws IOException {
        assertThat(submit(rc, said)).isInstanceOf(SubmitResult.Unconfirmed.class);
        assertThat(Path.of(submission.layout().path(AttemptLayout.JOB_ID))).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"Unable to run job: unknown resource \"nosuch\"|Exiting.; SCHEDULER_INFEASIBLE",
            "Unable to run job: Job was rejected because job requests unknown queue \"nosuch.q\"|Exiting.; SCHEDULER_INVALID_PARTITION",
            "Unable to run job: only 10 jobs are allowed per user (current job count: 10)|Exiting.; SCHEDULER_BUSY"})
    void aRefusalLeavesNothing(String said, Reason reason) throws IOException {
        assertThat(submit(1, said)).isInstanceOfSatisfying(SubmitResult.Refused.class,
                r -> assertThat(r.problem().reason()).isEqualTo(reason));
        assertThat(submit(0, "78")).isInstanceOf(SubmitResult.Accepted.class);
    }
}
