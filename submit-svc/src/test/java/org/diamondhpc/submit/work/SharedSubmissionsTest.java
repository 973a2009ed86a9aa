package org.diamondhpc.submit.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

class SharedSubmissionsTest {
    private static final AccountId ACCOUNT = new AccountId(new SiteId("alpha"), "alice");
    private final SharedSubmissions shared = new SharedSubmissions();
    private final List<Integer> sizes = new ArrayList<>();

    @Test
    void aLoneSubmissionGoesAtOnceAndTheOthersShareTheNextCommand() throws Exception {
        CountDownLatch firstIsUnderWay = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Function<List<Submission>, Map<AttemptId, SubmitResult>> command = batch -> {
            firstIsUnderWay.countDown();
            awaitQuietly(goOn);
            sizes.add(batch.size());
            return accepted(batch);
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<SubmitResult> first = threads.submit(() -> shared.submit(ACCOUNT, submission(1), command));
            firstIsUnderWay.await();
            List<Future<SubmitResult>> others = new ArrayList<>();
            for (int i = 2; i <= 11; i++) {
                Submission next = submission(i);
                others.add(threads.submit(() -> shared.submit(ACCOUNT, next, command)));
            }
            Thread.sleep(200); // all ten are waiting by now
            goOn.countDown();

            assertThat(first.get()).isInstanceOf(SubmitResult.Accepted.class);
            for (int i = 0; i < others.size(); i++) {
                assertThat(((SubmitResult.Accepted) others.get(i).get()).jobId()).isEqualTo("job-" + (i + 2));
            }
        }
        assertThat(sizes).containsExactly(1, 10);
    }

    @Test
    void whatTheCommandThrowsReachesEveryOneThatSharedItAndTheNextGoesOn() {
        assertThatThrownBy(() -> shared.submit(ACCOUNT, submission(1), batch -> {
            throw SiteException.of(Reason.SITE_CONNECTION_LOST, "cut");
        })).isInstanceOf(SiteException.class);

        assertThat(shared.submit(ACCOUNT, submission(2), SharedSubmissionsTest::accepted))
                .isInstanceOf(SubmitResult.Accepted.class);
    }

    private static Map<AttemptId, SubmitResult> accepted(List<Submission> batch) {
        return batch.stream().collect(Collectors.toMap(Submission::attempt,
                s -> new SubmitResult.Accepted("job-" + s.attempt().number(), Instant.EPOCH)));
    }

    private static Submission submission(int number) {
        return new Submission(AttemptId.parse("t-00000000aa." + number), new AttemptLayout("/x"),
                new JobScript(Map.of(AttemptLayout.JOB_SCRIPT, "", AttemptLayout.USER_SCRIPT, "")));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
