package org.diamondhpc.messaging.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.junit.jupiter.api.Test;

class InMemoryWorkQueueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private final InMemoryWorkQueue queue = new InMemoryWorkQueue(Clock.fixed(NOW, ZoneOffset.UTC));
    private final List<String> effects = new ArrayList<>();

    private record Step(int number) { }

    private WorkHandler<Step> handler(java.util.function.Function<Work<Step>, WorkOutcome> body) {
        return new WorkHandler<>() {
            @Override
            public String kind() {
                return "step";
            }

            @Override
            public Class<Step> payload() {
                return Step.class;
            }

            @Override
            public WorkOutcome work(Work<Step> work) {
                return body.apply(work);
            }
        };
    }

    @Test
    void workIsDoneCheckpointedOrComesAgainAsInTheRealTable() throws Exception {
        assertThat(queue.enqueue(new NewWork("step", "a", "lane", new Step(1)))).isTrue();
        assertThat(queue.enqueue(new NewWork("step", "a", "lane", new Step(9)))).isFalse();

        queue.run(handler(work -> {
            work.checkpoint(new Step(work.payload().number() + 1));
            return WorkOutcome.again(Duration.ofSeconds(5), "later", () -> effects.add("again"));
        }), "a");
        assertThat(queue.find("step", "a")).hasValueSatisfying(item -> {
            assertThat(item.dueAt()).isEqualTo(NOW.plusSeconds(5));
            assertThat(item.payload(Step.class).number()).isEqualTo(2);
        });

        queue.run(handler(work -> WorkOutcome.done(() -> effects.add("done " + work.runs()))), "a");
        assertThat(queue.items()).isEmpty();
        assertThat(effects).containsExactly("again", "done 2");
    }

    @Test
    void aFailureIsThrownOnAndKeepsTheRow() {
        queue.enqueue(new NewWork("step", "a", "lane", new Step(1)));

        assertThatThrownBy(() -> queue.run(handler(work -> {
            throw new IllegalStateException("boom");
        }), "a")).hasMessage("boom");

        assertThat(queue.find("step", "a")).hasValueSatisfying(item -> assertThat(item.failures()).isOne());
    }
}
