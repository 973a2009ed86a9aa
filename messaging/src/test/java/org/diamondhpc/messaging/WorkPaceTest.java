package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.messaging.ProbeHandler.Payload;
import org.junit.jupiter.api.Test;

/** How soon work begins and how much of it is done; the figures are printed, the bounds are those of a hang. */
@QuarkusTest
class WorkPaceTest extends WorkCase {
    @Test
    void workBroughtInByManyTransactionsIsDoneQuickly() {
        int lanes = 8;
        int each = 250;
        probe.byLane.clear();
        long start = System.nanoTime();
        for (int lane = 0; lane < lanes; lane++) {
            String name = "speed" + lane;
            inTransaction(() -> {
                for (int i = 0; i < each; i++) {
                    queue.enqueue(new NewWork("probe", name + "-" + i, name, new Payload("p", i)));
                }
            });
        }
        await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10))
                .until(() -> number("select count(*) from work_item") == 0);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("MEASURED trivial work, enqueued and done: %.0f items/s%n", lanes * each / seconds);
        assertThat(seconds).isLessThan(60);
    }

    @Test
    void workStartsMillisecondsAfterItsTransaction() {
        AtomicReference<Long> started = new AtomicReference<>();
        probe.byLane.put("latency", work -> {
            started.set(System.nanoTime());
            return WorkOutcome.done();
        });
        long[] micros = new long[100];
        for (int i = 0; i < micros.length; i++) {
            String key = "latency" + i;
            started.set(null);
            long start = System.nanoTime();
            enqueue(key, "latency");
            await().pollInterval(Duration.ofMillis(1)).until(() -> started.get() != null);
            micros[i] = (started.get() - start) / 1000;
            gone(key);
        }
        Arrays.sort(micros);
        System.out.printf("MEASURED enqueue to handler: p50 %.1f ms, p95 %.1f ms%n", micros[50] / 1e3, micros[95] / 1e3);
        assertThat(micros[50]).isLessThan(200_000);
    }
}
