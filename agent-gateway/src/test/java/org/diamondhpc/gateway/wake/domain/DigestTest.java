package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** However much happened: the cap holds, and nothing is left out without being counted. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "100, 0, 0", "100, 1000, 0", "0, 1000, 0", "100, 1000, 100", "3, 3, 3"})
    void whatIsLeftOutIsCountedAndSaidWhereToRead(int tasks, int events, int alarms) {
        JsonNode notes = DiamondJson.json().createObjectNode().put("plan", "ü".repeat(400));
        Digest all = new Digest(new SessionId("s-00000001"), "a study", "why", "much happened",
                IntStream.range(0, events).mapToObj(i -> new Digest.Happening(Condition.Kind.LOG_MATCHED,
                        "t-0000000" + i % 10, "line " + "\u0007".repeat(200), Instant.EPOCH)).toList(),
                IntStream.range(0, alarms).mapToObj(i -> new Attention.Raised(Alarm.REQUEUED, "t-0000000" + i % 10, 1,
                        "put back " + "é".repeat(300), "nothing")).toList(),
                Map.of(TaskState.SUCCEEDED, tasks), digest(tasks, 30, "text").tasks(), List.of(), notes, 0, 0, null,
                null, List.of(new Digest.Hint("get_task", "why one failed")));

        Digest digest = all.fitting();

        assertThat(digest.json().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(Digest.MAX_BYTES);
        assertThat(digest.tasks().size() + digest.omitted()).isEqualTo(tasks);
        assertThat(digest.states()).isEqualTo(Map.of(TaskState.SUCCEEDED, tasks));
        assertLeftOut(digest, events - digest.events().size(), "events");
        assertLeftOut(digest, alarms - digest.alarms().size(), "alarms");
        assertThat(digest.notes() == null).isEqualTo(digest.leftOut().contains("notes"));
        assertThat(digest.more()).isEqualTo(digest.leftOut().isEmpty() ? null : "/v1/sessions/s-00000001/journal");
    }

    @Test
    void resultsComeWithTheirChecksumsWhileThereIsRoom() {
        Digest.TaskDigest one = digest(1, 2, "why").tasks().getFirst();
        Digest.TaskDigest summed = new Digest.TaskDigest(one.id(), one.name(), one.state(), one.site(), one.job(), 0,
                1, null, null, null, one.outputs(), List.of("a".repeat(64), "b".repeat(64)), null, null, null, null);

        Digest digest = new Digest(new SessionId("s-00000001"), "", null, "", List.of(), List.of(), Map.of(),
                List.of(summed), List.of(), null, 0, 0, null, null, List.of()).fitting();

        assertThat(digest.tasks()).containsExactly(summed);
        assertThat(digest.leftOut()).isEmpty();
    }

    private static void assertLeftOut(Digest digest, int count, String what) {
        if (count > 0) {
            assertThat(digest.leftOut()).contains(count + " " + what);
        } else {
            assertThat(digest.leftOut()).noneMatch(w -> w.endsWith(" " + what));
        }
    }

    private static Digest digest(int tasks, int outputs, String text) {
        List<String> paths = IntStream.range(0, outputs).mapToObj(i -> "ws://default/run/result-" + i + ".dat")
                .toList();
        return new Digest(new SessionId("s-00000001"), "a study", text, "1 of 1 happened", List.of(), List.of(),
                Map.of(),
                IntStream.range(0, tasks).mapToObj(i -> new Digest.TaskDigest(new TaskId("t-0000000" + (i % 10)), "n",
                        TaskState.FAILED, new SiteId("alpha"), "4", 1, 1, Reason.SCHEDULER_JOB_FAILED, text, text,
                        paths, List.of(), null, Duration.ofSeconds(5), Duration.ofMinutes(1), Instant.EPOCH)).toList(),
                List.of(), null, 0, 0, null, null, List.of());
    }
}
