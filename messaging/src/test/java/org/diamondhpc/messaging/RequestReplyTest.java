package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.diamondhpc.messaging.ask.RepliesConfig;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RequestReplyTest extends MessagingTest {
    /** A question's or answer's body. */
    public record Text(String text) { }

    @Inject
    RequestReply requests;
    @Inject
    AnsweringConsumer answering;
    @Inject
    RepliesConfig config;

    @BeforeEach
    void aResponderThatIsThere() {
        answering.bySubject.clear();
        answering.bySubject.put("warm-up", question -> new Text("ready"));
        // The consumer starts at the topic's end, so the first questions may be from before its time.
        for (int i = 0; i < 20; i++) {
            if (ask("warm-up", Duration.ofSeconds(1)).handle((answer, failure) -> failure == null).join()) {
                return;
            }
        }
        throw new AssertionError("nobody answers");
    }

    private CompletableFuture<Text> ask(String subject, Duration timeout) {
        return requests.ask(new Question(Topics.SITE_REQUESTS.topic(), Topics.SITE_REPLIES.topic(), subject,
                "test.question.v1", subject, "/test", new Text("what is " + subject), timeout, Map.of()), Text.class);
    }

    @Test
    void aQuestionIsAnswered() {
        answering.bySubject.put("frontier", question -> new Text(question.body(Text.class).text() + "?"));

        Text answer = ask("frontier", Duration.ofSeconds(10)).join();

        assertThat(answer.text()).isEqualTo("what is frontier?");
    }

    @Test
    void aProblemTravelsBackAsItIs() {
        answering.bySubject.put("denied", question -> {
            throw DiamondException.of(Reason.SITE_PERMISSION_DENIED, "/root is not yours");
        });

        failsWith("denied", Duration.ofSeconds(10), Reason.SITE_PERMISSION_DENIED, "/root is not yours");
    }

    @Test
    void aFaultOfTheResponderIsToldWithoutItsInnards() {
        answering.bySubject.put("faulty", question -> {
            throw new IllegalStateException("password=secret");
        });

        assertThatThrownBy(() -> ask("faulty", Duration.ofSeconds(10)).join()).cause()
                .isInstanceOfSatisfying(DiamondException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.INTERNAL_ERROR))
                .hasMessageNotContaining("secret");
    }

    @Test
    void noAnswerIsATimeoutAndALateOneIsPassedOver() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        answering.bySubject.put("slow", question -> {
            late.await();
            answered.countDown();
            return new Text("late");
        });

        // Long enough to reach the responder also on a busy machine: a question whose time is over is not taken up.
        failsWith("slow", Duration.ofSeconds(3), Reason.SITE_TIMEOUT, "test.question.v1");
        late.countDown();

        assertThat(answered.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(ask("warm-up", Duration.ofSeconds(10)).join().text()).isEqualTo("ready");
    }

    @Test
    void aSlowSiteDelaysOnlyItsOwnQuestions() throws Exception {
        CountDownLatch heal = new CountDownLatch(1);
        AtomicInteger at = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        answering.bySubject.put("dead", question -> {
            most.accumulateAndGet(at.incrementAndGet(), Math::max);
            heal.await();
            at.decrementAndGet();
            return new Text("healed");
        });
        List<CompletableFuture<Text>> dead = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            dead.add(ask("dead", Duration.ofSeconds(20)));
        }

        Text other = ask("warm-up", Duration.ofSeconds(10)).join();
        heal.countDown();

        assertThat(other.text()).isEqualTo("ready");
        assertThat(dead).allSatisfy(each -> assertThat(each.join().text()).isEqualTo("healed"));
        assertThat(most.get()).isBetween(1, 4);
    }

    /** While nobody gets an answer the lane holds its places and those that wait; each question beyond is refused. */
    @Test
    void tooManyWaitingQuestionsAreToldSo() throws Exception {
        int room = config.perLane() + config.waiting();
        int beyond = 32;
        CountDownLatch heal = new CountDownLatch(1);
        answering.bySubject.put("crowded", question -> {
            heal.await();
            return new Text("healed");
        });
        CountDownLatch refusals = new CountDownLatch(beyond);
        List<CompletableFuture<Reason>> all = new ArrayList<>();
        for (int i = 0; i < room + beyond; i++) {
            all.add(ask("crowded", Duration.ofSeconds(60)).handle((answer, failure) -> reason(failure)));
            all.getLast().thenAccept(reason -> refusals.countDown());
        }

        assertThat(refusals.await(30, TimeUnit.SECONDS)).isTrue();
        List<Reason> told = all.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
        heal.countDown();

        assertThat(told).hasSize(beyond).containsOnly(Reason.SITE_BUSY);
        assertThat(all.stream().map(CompletableFuture::join).filter(Objects::isNull)).hasSize(room);
        assertThat(ask("crowded", Duration.ofSeconds(10)).join().text()).isEqualTo("healed");
    }

    /** Null where there was an answer. */
    private static Reason reason(Throwable failure) {
        return failure == null ? null : ((DiamondException) (failure instanceof CompletionException
                ? failure.getCause() : failure)).reason();
    }

    @Test
    void roundTripTakesMilliseconds() {
        long[] micros = new long[200];
        for (int i = 0; i < micros.length; i++) {
            long start = System.nanoTime();
            ask("warm-up", Duration.ofSeconds(10)).join();
            micros[i] = (System.nanoTime() - start) / 1000;
        }
        long[] warm = Arrays.copyOfRange(micros, 50, 200);
        Arrays.sort(warm);
        System.out.printf("MEASURED question to answer: p50 %.1f ms, p95 %.1f ms%n", warm[75] / 1e3, warm[142] / 1e3);
        assertThat(warm[75]).isLessThan(200_000);
    }

    private void failsWith(String subject, Duration timeout, Reason reason, String detail) {
        assertThatThrownBy(() -> ask(subject, timeout).join()).cause()
                .isInstanceOfSatisfying(DiamondException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(detail);
    }
}
