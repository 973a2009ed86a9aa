package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.messaging.ProbeHandler.Payload;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.junit.jupiter.api.Test;

@QuarkusTest
class WorkQueueTest extends WorkCase {
    @Test
    void doneWorkIsRemovedTogetherWithWhatFollowsFromIt() {
        probe.byLane.put("done", work -> WorkOutcome.done(publishing(work.key())));

        enqueue("a", "done");

        gone("a");
        assertThat(published()).isOne();
    }

    @Test
    void whatManyHandlersLearnTogetherIsWrittenInFewTransactions() throws Exception {
        CountDownLatch all = new CountDownLatch(4);
        probe.byLane.put("crowd", work -> {
            all.countDown();
            all.await();
            return WorkOutcome.done(() -> sql("insert into published values (pg_current_xact_id()::text)"));
        });

        inTransaction(() -> List.of("a", "b", "c", "d").forEach(
                key -> queue.enqueue(new NewWork("probe", key, "crowd", new Payload("p", 0)))));
        List.of("a", "b", "c", "d").forEach(this::gone);

        assertThat(published()).isEqualTo(4);
        assertThat(number("select count(distinct key) from published")).isLessThan(4);
    }

    @Test
    void aRowWhoseEndFailsKeepsNoOtherFromItsOwn() throws Exception {
        CountDownLatch all = new CountDownLatch(4);
        probe.byLane.put("spoilt", work -> {
            all.countDown();
            all.await();
            return WorkOutcome.done(() -> {
                if (work.key().equals("c") && work.failures() == 0) {
                    throw new IllegalStateException("spoilt");
                }
                publishing(work.key()).run();
            });
        });

        inTransaction(() -> List.of("a", "b", "c", "d").forEach(
                key -> queue.enqueue(new NewWork("probe", key, "spoilt", new Payload("p", 0)))));
        List.of("a", "b", "c", "d").forEach(this::gone);

        assertThat(published()).isEqualTo(4);
        assertThat(number("select count(distinct key) from published")).isEqualTo(4);
    }

    @Test
    void askingTwiceIsAskingOnce() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        probe.byLane.put("twice", work -> {
            runs.incrementAndGet();
            go.await();
            return WorkOutcome.done();
        });

        boolean first = enqueue("a", "twice");
        boolean second = enqueue("a", "twice");
        go.countDown();
        gone("a");

        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(runs).hasValue(1);
    }

    @Test
    void aHandlerNobodyInjectsIsFoundAndContinuesTheTrace() throws Exception {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

        CurrentTrace.with(traceparent, () -> {
            inTransaction(() -> queue.enqueue(new NewWork("lonely", "a", "lane", new LonelyHandler.Name("alone"))));
            return null;
        });
        await().until(() -> queue.find("lonely", "a").isEmpty());

        assertThat(LonelyHandler.seen).isEqualTo("alone");
        assertThat(LonelyHandler.trace).isEqualTo(traceparent);
    }

    @Test
    void manyAreCancelledAtOnceAndOthersStay() {
        Instant later = clock.instant().plusSeconds(3600);
        inTransaction(() -> List.of("a", "b", "c").forEach(key ->
                queue.enqueue(new NewWork("probe", key, "many", new Payload("p", 0), later))));

        inTransaction(() -> queue.cancel("probe", List.of("c", "a", "never was")));

        assertThat(queue.find("probe", "a")).isEmpty();
        assertThat(queue.find("probe", "b")).isPresent();
        assertThat(queue.find("probe", "c")).isEmpty();
        inTransaction(() -> queue.cancel("probe", "b"));
    }

    @Test
    void workWaitsForItsTransaction() {
        probe.byLane.put("rolled", work -> WorkOutcome.done(publishing(work.key())));

        assertThatThrownBy(() -> inTransaction(() -> {
            queue.enqueue(new NewWork("probe", "a", "rolled", new Payload("p", 0)));
            throw new IllegalStateException("rolled back");
        })).hasMessageContaining("rolled back");

        assertThat(queue.find("probe", "a")).isEmpty();
    }

    @Test
    void againComesAfterThePauseAndSaysWhy() {
        List<Long> at = new CopyOnWriteArrayList<>();
        probe.byLane.put("again", work -> {
            at.add(System.nanoTime());
            return work.runs() < 3 ? WorkOutcome.again(Duration.ofMillis(300), "not yet") : WorkOutcome.done();
        });

        enqueue("a", "again");
        await().until(() -> queue.find("probe", "a").flatMap(WorkItem::lastError).isPresent());
        String why = queue.find("probe", "a").flatMap(WorkItem::lastError).orElseThrow();
        gone("a");

        assertThat(why).isEqualTo("not yet");
        assertThat(at).hasSize(3);
        assertThat(at.get(1) - at.get(0)).isBetween(300_000_000L, 1_500_000_000L);
    }

    @Test
    void anUnexpectedFailureKeepsTheRowWithItsErrorAndIsTriedAgain() {
        AtomicInteger runs = new AtomicInteger();
        probe.byLane.put("fails", work -> {
            if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("boom " + work.failures());
            }
            return WorkOutcome.done();
        });

        enqueue("a", "fails");
        await().pollInterval(Duration.ofMillis(5)).until(() ->
                queue.find("probe", "a").filter(item -> item.failures() == 1).isPresent());
        WorkItem item = queue.find("probe", "a").orElseThrow();
        gone("a");

        assertThat(item.lastError()).hasValueSatisfying(error -> assertThat(error).contains("boom 0"));
        assertThat(item.runningAt()).isEmpty();
        assertThat(runs).hasValue(3);
    }

    @Test
    void aFailingTransactionUndoesItsEffectsAndKeepsTheRow() {
        AtomicInteger runs = new AtomicInteger();
        probe.byLane.put("txfails", work -> WorkOutcome.done(() -> {
            publishing(work.key()).run();
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("after the insert");
            }
        }));

        enqueue("a", "txfails");
        gone("a");

        assertThat(published()).isOne();
        assertThat(runs).hasValue(2);
    }

    @Test
    void cancelledWorkPublishesNothing() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        probe.byLane.put("cancel", work -> {
            running.countDown();
            go.await();
            return WorkOutcome.done(() -> {
                publishing(work.key()).run();
                ended.countDown();
            });
        });
        enqueue("a", "cancel");
        running.await();

        inTransaction(() -> assertThat(queue.cancel("probe", "a")).isTrue());
        go.countDown();

        assertThat(ended.await(700, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(published()).isZero();
    }

    @Test
    void aWorkerThatLostItsLeaseWritesNothingAndTheOtherOneDoes() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Work<Payload>> stale = new AtomicReference<>();
        probe.byLane.put("lost", work -> {
            if (work.runs() == 1) {
                stale.set(work);
                first.countDown();
                go.await();
                assertThatThrownBy(() -> work.checkpoint(new Payload("late", 9))).isInstanceOf(LeaseLost.class);
                return WorkOutcome.done(publishing("stale"));
            }
            return WorkOutcome.done(publishing("fresh " + work.payload().step()));
        });
        enqueue("a", "lost");
        first.await();

        // As if this process had been frozen for longer than a lease and somebody else had looked for due rows.
        sql("update work_item set lease = null, due_at = now()");
        gone("a");
        go.countDown();
        await().until(() -> !stale.get().held());

        assertThat(number("select count(*) from published where key = 'fresh 0'")).isOne();
        assertThat(published()).isOne();
    }

    @Test
    void longWorkKeepsItsLease() {
        // The lease of the tests is 2 s.
        probe.byLane.put("long", work -> {
            Thread.sleep(5000);
            return WorkOutcome.done(publishing("runs " + work.runs()));
        });

        enqueue("a", "long");
        gone("a");

        assertThat(number("select count(*) from published where key = 'runs 1'")).isOne();
    }

    @Test
    void aRowOfAKilledWorkerIsTakenUpWhenItsLeaseRunsOut() {
        probe.byLane.put("killed", work -> WorkOutcome.done(publishing("runs " + work.runs())));

        sql("insert into work_item (kind, key, lane, payload, due_at, lease, instance, runs) values ('probe', 'a',"
                + " 'killed', '{\"text\":\"t\"}', now() + interval '1 s', gen_random_uuid(), 'another', 1)");
        boolean leftAlone = queue.find("probe", "a").isPresent();
        gone("a");

        assertThat(leftAlone).isTrue();
        assertThat(number("select count(*) from published where key = 'runs 2'")).isOne();
    }

    @Test
    void aCheckpointIsWhatTheNextRunStartsFrom() {
        List<Integer> steps = new CopyOnWriteArrayList<>();
        probe.byLane.put("steps", work -> {
            steps.add(work.payload().step());
            if (work.payload().step() < 2) {
                work.checkpoint(new Payload("p", work.payload().step() + 1), publishing("step"));
                throw new IllegalStateException("killed after the checkpoint");
            }
            return WorkOutcome.done();
        });

        enqueue("a", "steps");
        gone("a");

        assertThat(steps).containsExactly(0, 1, 2);
        assertThat(published()).isEqualTo(2);
    }

    @Test
    void aDeadSiteTakesItsOwnPlacesOnly() throws Exception {
        CountDownLatch heal = new CountDownLatch(1);
        AtomicInteger stuck = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        probe.byLane.put("dead", work -> {
            most.accumulateAndGet(stuck.incrementAndGet(), Math::max);
            heal.await();
            stuck.decrementAndGet();
            return WorkOutcome.done();
        });
        inTransaction(() -> {
            for (int i = 0; i < 40; i++) {
                queue.enqueue(new NewWork("probe", "dead" + i, "dead", new Payload("p", i)));
            }
        });
        await().until(() -> stuck.get() == 4);

        enqueue("alive", "alive");
        gone("alive");
        int whileDead = stuck.get();
        heal.countDown();
        await().atMost(Duration.ofSeconds(20)).until(() -> number("select count(*) from work_item") == 0);

        assertThat(whileDead).isEqualTo(4);
        assertThat(most).hasValue(4);
    }

    @Test
    void hastenedWorkComesEarlier() {
        AtomicInteger runs = new AtomicInteger();
        probe.byLane.put("hasten", work -> runs.incrementAndGet() < 2
                ? WorkOutcome.again(Duration.ofMinutes(10), "tick") : WorkOutcome.done());
        enqueue("a", "hasten");
        await().until(() -> queue.find("probe", "a").flatMap(WorkItem::lastError).isPresent());

        long start = System.nanoTime();
        inTransaction(() -> assertThat(queue.hasten("probe", "a", clock.instant())).isTrue());
        gone("a");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void workHastenedWhileItRunsComesAgainAtOnce() throws Exception {
        Semaphore running = new Semaphore(0);
        Semaphore go = new Semaphore(0);
        probe.byLane.put("hurry", work -> {
            running.release();
            go.acquire();
            return work.runs() < 2 ? WorkOutcome.again(Duration.ofMinutes(10), "tick") : WorkOutcome.done();
        });
        enqueue("a", "hurry");
        running.acquire();

        inTransaction(() -> queue.hasten("probe", "a", clock.instant()));
        go.release(2);

        gone("a");
    }
}
