package org.diamondhpc.site.scheduler.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.LocalSession;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The submit program for real, with an sbatch that says what sbatch was heard to say. */
class SubmitWithFakeSbatchTest {
    private final Dialect slurm = Dialects.standard().of("slurm");
    @TempDir
    private Path home;
    private LocalSession session;

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(home.resolve("bin"));
        session = new LocalSession(home, "/bin/sh", home.resolve("bin") + ":/usr/bin:/bin");
    }

    private void sbatch(String body) throws IOException {
        Path file = Files.writeString(home.resolve("bin/sbatch"), "#!/bin/sh\necho asked >> " + home + "/asked\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Submission submission(String name) {
        TaskOrder order = TestingTasks.order(TestingTasks.spec("{'name':'" + name + "','script':'true'}"));
        AttemptLayout layout = TestingTasks.layout(home + "/root with blank", order);
        return new Submission(order.attemptId(), layout, slurm.translate(order,
                TestingTasks.at("here", "p", null), layout, TestingTasks.profile("slurm", Map.of())));
    }

    private long asked() throws IOException {
        return Files.exists(home.resolve("asked")) ? Files.readString(home.resolve("asked")).lines().count() : 0;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"echo 123 | 123", "echo '123;alpha' | 123",
            "echo 'Submitted batch job 77' | 77", "echo 'Submitted batch job 77 on cluster x' | 77",
            "echo 'sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying.' >&2; echo 9 | 9",
            "echo 'Welcome 2026'; echo 12345; echo '*** 3 days left ***' | 12345"})
    void findsTheIdAmongOtherWords(String body, String id) throws IOException {
        sbatch(body);
        Submission s = submission("x");

        SubmitResult result = slurm.submit(session, s);

        assertThat(result).isInstanceOfSatisfying(SubmitResult.Accepted.class, a -> assertThat(a.jobId()).isEqualTo(id));
        assertThat(Path.of(s.layout().path("jobid"))).hasContent(id);
        assertThat(Path.of(s.layout().path("job.sh"))).hasContent(s.script().text());
        assertThat(Path.of(s.layout().path("job.sh")).toFile().canExecute()).isTrue();
        assertThat(slurm.submit(session, s)).isEqualTo(new SubmitResult.Adopted(id, "file"));
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void adoptsTheJobThatClaimedBeforeItsIdWasWritten() throws IOException {
        sbatch("echo 1");
        Submission s = submission("x");
        Files.createDirectories(Path.of(s.layout().work()));
        Files.createSymbolicLink(Path.of(s.layout().path("claim")), Path.of("55"));

        assertThat(slurm.submit(session, s)).isEqualTo(new SubmitResult.Adopted("55", "claim"));
        assertThat(asked()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1",
            "exit 0", "exit 1", "kill -KILL $$"})
    void isNeverSureWithoutAnAnswer(String body) throws IOException {
        sbatch(body);

        assertThat(slurm.submit(session, submission("x"))).isInstanceOf(SubmitResult.Unconfirmed.class);
    }

    @Test
    void givesEachOfManyItsOwnAnswer() throws IOException {
        sbatch("case $(cat \"$2\") in *=bad[0-9]*) echo 'sbatch: error: Invalid qos specification' >&2; exit 1;; esac; echo $$");
        List<Submission> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(submission((i % 3 == 0 ? "bad" : "good") + i));
        }

        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, all);

        for (int i = 0; i < 20; i++) {
            SubmitResult result = results.get(all.get(i).attempt());
            if (i % 3 == 0) {
                assertThat(result).isInstanceOfSatisfying(SubmitResult.Refused.class,
                        r -> assertThat(r.problem().reason()).isEqualTo(Reason.SCHEDULER_INVALID_QOS));
            } else {
                String id = ((SubmitResult.Accepted) result).jobId();
                assertThat(Path.of(all.get(i).layout().path("jobid"))).hasContent(id);
            }
        }
    }

    @Test
    void asksADeadControllerNoMoreThanOnceALane() throws IOException {
        sbatch("echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >&2; exit 1");
        List<Submission> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(submission("x"));
        }

        Map<AttemptId, SubmitResult> results = slurm.submitAll(session, all);

        assertThat(asked()).isLessThanOrEqualTo(4);
        assertThat(results.values()).allSatisfy(r -> assertThat(((SubmitResult.Refused) r).problem().reason())
                .isEqualTo(Reason.SCHEDULER_UNAVAILABLE));
    }

    @Test
    void submitsNothingThatDidNotArriveWhole() throws IOException {
        sbatch("echo 1");
        Submission s = submission("x");
        for (int kept : new int[] {10, 200, 700, 2500}) {
            assertThat(slurm.submit(new Cut(session, kept), s)).isNotInstanceOf(SubmitResult.Accepted.class);
        }
        assertThat(asked()).isZero();
    }

    @Test
    void namesAMissingSbatch() throws IOException {
        for (String tool : List.of("cat", "date", "mkdir", "mv", "tar", "timeout", "wc")) {
            Files.createSymbolicLink(home.resolve("bin/" + tool), Path.of("/usr/bin/" + tool));
        }
        session = new LocalSession(home, "/bin/sh", home.resolve("bin").toString());

        assertThat(slurm.submit(session, submission("x"))).isInstanceOfSatisfying(SubmitResult.Refused.class,
                r -> assertThat(r.problem().reason()).isEqualTo(Reason.SITE_MISCONFIGURED));
    }

    /** A connection that breaks after some bytes of stdin. */
    private record Cut(LocalSession whole, int bytes) implements SiteSession {
        @Override
        public AccountId account() {
            return whole.account();
        }

        @Override
        public CommandResult run(RemoteCommand command) {
            try {
                return whole.run(command.withStdin(new ByteArrayInputStream(command.stdin().readNBytes(bytes))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public RemoteStream open(RemoteCommand command) {
            return whole.open(command);
        }

        @Override
        public RemoteFiles files() {
            return whole.files();
        }

        @Override
        public Follow follow(String path, long fromByte,
                LineListener listener) {
            return whole.follow(path, fromByte, listener);
        }

        @Override
        public String home() {
            return whole.home();
        }

        @Override
        public SiteHealth health() {
            return whole.health();
        }
    }
}
