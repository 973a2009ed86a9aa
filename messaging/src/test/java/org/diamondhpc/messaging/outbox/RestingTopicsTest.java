package org.diamondhpc.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestingTopicsTest {
    private final AtomicLong now = new AtomicLong();
    private final RestingTopics resting = new RestingTopics(Duration.ofSeconds(1), now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aTopicThatFailsWhileOthersSucceedRestsLongerEachTime() {
        resting.failed("missing");
        pass(Duration.ofMillis(1001));
        assertThat(resting.topics()).isEmpty();

        resting.taken("other");
        resting.failed("missing");

        pass(Duration.ofMillis(1500));
        assertThat(resting.topics()).containsExactly("missing");
        pass(Duration.ofMillis(501));
        assertThat(resting.topics()).isEmpty();
    }

    @Test
    void whereNothingSucceedsEveryTopicIsTriedAgainSoon() {
        for (int i = 0; i < 10; i++) {
            resting.failed("a");
            resting.failed("b");
            pass(Duration.ofMillis(1001));
            assertThat(resting.topics()).isEmpty();
        }
    }

    @Test
    void aTopicThatTakesARecordIsForgiven() {
        resting.failed("a");

        resting.taken("a");

        assertThat(resting.topics()).isEmpty();
    }
}
