package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.StreamFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HintTest {
    private static final AttemptId ATTEMPT = AttemptId.parse("t-0123456789abcdef.2");

    @Test
    void readsWhatJobsWrite() {
        assertThat(Hint.parse("start t-0123456789abcdef.2 7 - 1796003000000 a001")).contains(new Hint.Started(ATTEMPT,
                "7", OptionalInt.empty(), Instant.ofEpochMilli(1_796_003_000_000L), List.of("a001")));
        assertThat(Hint.parse("start t-0123456789abcdef.2 7 - 1796003000000 a[001-002],b7")).contains(new Hint.Started(
                ATTEMPT, "7", OptionalInt.empty(), Instant.ofEpochMilli(1_796_003_000_000L),
                List.of("a001", "a002", "b7")));
        assertThat(Hint.parse("exit t-0123456789abcdef.2 7 3 0 1796003000000")).contains(new Hint.Exited(ATTEMPT, "7",
                OptionalInt.of(3), 0, Instant.ofEpochMilli(1_796_003_000_000L), List.of()));
        assertThat(Hint.parse("duplicate t-0123456789abcdef.2 8 - 1796003000000")).contains(new Hint.Duplicate(ATTEMPT,
                "8", OptionalInt.empty(), Instant.ofEpochMilli(1_796_003_000_000L)));
    }

    @Test
    void readsWhatAJobSaysOfItsStreams() {
        String out = "a".repeat(64);
        String err = "b".repeat(64);

        Hint hint = Hint.parse("exit t-0123456789abcdef.2 7 - 0 1796003000000 12:" + out + " 0:" + err).orElseThrow();

        assertThat(((Hint.Exited) hint).streams()).containsExactly(new StreamFile("stdout", 12, out),
                new StreamFile("stderr", 0, err));
        assertThat(Hint.parse("exit t-0123456789abcdef.2 7 - 0 1796003000000 12:" + out)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "exit", "exit t-0123456789abcdef.2 7 - 0", "exit nobody 7 - 0 1796003000000",
            "exit t-0123456789abcdef.2 $(id) - 0 1796003000000", "exit t-0123456789abcdef.2 7 - 0 99999999999999999999",
            "exit t-0123456789abcdef.2 7 - 0 1796003000000exit t-0123456789abcdef.2 7 - 0 1796003000000",
            "exit t-0123456789abcdef.99999999999 7 - 0 1796003000000", "EXIT t-0123456789abcdef.2 7 - 0 1796003000000"})
    void passesOverAnythingElse(String line) {
        assertThat(Hint.parse(line)).isEmpty();
    }

    @Test
    void boundsTheNodesThatALineClaims() {
        Hint forged = Hint.parse("start t-0123456789abcdef.2 7 - 1796003000000 n[0-99999][0-99999]").orElseThrow();

        assertThat(((Hint.Started) forged).nodes()).hasSizeLessThanOrEqualTo(20_000);
    }

    @Test
    void survivesRandomText() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder line = new StringBuilder("exit t-0123456789abcdef.2 7 - 0 1796003000000");
            for (int j = 0; j <= random.nextInt(4); j++) {
                line.setCharAt(random.nextInt(line.length()), (char) random.nextInt(300));
            }
            Hint.parse(line.toString());
        }
    }
}
