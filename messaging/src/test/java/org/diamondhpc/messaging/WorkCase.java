package org.diamondhpc.messaging;

import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.time.Duration;
import org.diamondhpc.messaging.ProbeHandler.Payload;
import org.junit.jupiter.api.BeforeEach;

/** Rows worked by a handler that does what a test wants. */
abstract class WorkCase extends MessagingTest {
    @Inject
    WorkQueue queue;
    @Inject
    ProbeHandler probe;

    @BeforeEach
    void fresh() {
        probe.byLane.clear();
        sql("delete from work_item");
        sql("create table if not exists published (key text)");
        sql("truncate published");
    }

    boolean enqueue(String key, String lane) {
        return QuarkusTransaction.requiringNew().call(
                () -> queue.enqueue(new NewWork("probe", key, lane, new Payload("p", 0))));
    }

    Runnable publishing(String key) {
        return () -> sql("insert into published values ('" + key + "')");
    }

    long published() {
        return number("select count(*) from published");
    }

    void gone(String key) {
        await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(5))
                .until(() -> queue.find("probe", key).isEmpty());
    }
}
