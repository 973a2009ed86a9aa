package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 10, 100})
    void digestAlwaysFits(int tasks) {
        Digest digest = digest(tasks, 300, "ü😀".repeat(1000)).fitting();

        assertThat(digest.json().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(Digest.MAX_BYTES);
        assertThat(digest.tasks().size() + digest.omitted()).isEqualTo(tasks);
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(digest.json())).isTrue();
    }

    @Test
    void smallDigestKeepsEverything() {
        Digest digest = digest(1, 3, "why").fitting();

        assertThat(digest.tasks().getFirst().outputs()).hasSize(3);
        assertThat(digest.tasks().getFirst().more()).isNull();
        assertThat(digest.note()).isEqualTo("why");
    }

    @Test
    void leftOutOutputsAreCounted() {
        Digest digest = digest(1, 300, "why").fitting();

        Digest.TaskDigest task = digest.tasks().getFirst();
        assertThat(task.outputs().size() + task.more()).isEqualTo(300);
    }

    private static Digest digest(int tasks, int outputs, String text) {
        List<String> paths = IntStream.range(0, outputs).mapToObj(i -> "ws://default/run/result-" + i + ".dat").toList();
        return new Digest(new SessionId("s-00000001"), "a study", text, "1 of 1 happened",
                IntStream.range(0, tasks).mapToObj(i -> new Digest.TaskDigest(new TaskId("t-0000000" + (i % 10)), "n",
                        TaskState.FAILED, new SiteId("alpha"), "4", 1, 1, Reason.SCHEDULER_JOB_FAILED, text, text,
                        paths, null, Duration.ofSeconds(5), Duration.ofMinutes(1), Instant.EPOCH)).toList(),
                List.of(), 0, 0);
    }
}
