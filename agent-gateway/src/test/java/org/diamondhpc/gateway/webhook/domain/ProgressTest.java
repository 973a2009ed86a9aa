package org.diamondhpc.gateway.webhook.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Progress.Patience PATIENCE =
            new Progress.Patience(Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofDays(3));
    private static final Tried DOWN = new Tried.Unanswered("nobody listens");

    @Test
    void takenWakeMovesTheCursorAndClearsTheFailures() {
        Progress failing = Progress.from(4).after(5, DOWN, NOW, 1, PATIENCE);

        Progress taken = failing.after(5, new Tried.Answered(202, null), NOW, 1, PATIENCE);

        assertThat(taken).isEqualTo(new Progress(HookState.ACTIVE, 5, 0, 202, null, null, null));
    }

    @Test
    void pausesDoubleUpToTheLongestAndVaryByHalf() {
        Progress progress = Progress.from(0);
        for (int i = 0; i < 4; i++) {
            progress = progress.after(1, DOWN, NOW, 1, PATIENCE);
        }

        Duration whole = Duration.between(NOW, progress.nextTryAt());
        Duration half = Duration.between(NOW, progress.after(1, DOWN, NOW, 0, PATIENCE).nextTryAt());

        assertThat(whole).isEqualTo(Duration.ofSeconds(40));
        assertThat(half).isEqualTo(Duration.ofSeconds(40));
        for (int i = 0; i < 60; i++) {
            progress = progress.after(1, DOWN, NOW, 1, PATIENCE);
        }
        assertThat(Duration.between(NOW, progress.nextTryAt())).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void receiverMayAskForMoreTimeButNotForLess() {
        Progress more = Progress.from(0).after(1, new Tried.Answered(429, Duration.ofHours(2)), NOW, 1, PATIENCE);
        Progress less = Progress.from(0).after(1, new Tried.Answered(503, Duration.ZERO), NOW, 1, PATIENCE);

        assertThat(more.nextTryAt()).isEqualTo(NOW.plus(Duration.ofHours(2)));
        assertThat(less.nextTryAt()).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void failingForThreeDaysIsEnough() {
        Progress failing = Progress.from(0).after(1, DOWN, NOW, 1, PATIENCE);

        Progress almost = failing.after(1, DOWN, NOW.plus(Duration.ofDays(3)).minusMillis(1), 1, PATIENCE);
        Progress enough = almost.after(1, DOWN, NOW.plus(Duration.ofDays(3)), 1, PATIENCE);

        assertThat(almost.state()).isEqualTo(HookState.ACTIVE);
        assertThat(enough.state()).isEqualTo(HookState.GIVEN_UP);
        assertThat(enough.nextTryAt()).isNull();
        assertThat(enough.delivered()).isZero();
    }

    @Test
    void goneIsGoneAtOnce() {
        Progress gone = Progress.from(7).after(8, new Tried.Answered(410, null), NOW, 1, PATIENCE);

        assertThat(gone.state()).isEqualTo(HookState.GONE);
        assertThat(gone.delivered()).isEqualTo(7);
    }

    @Test
    void redirectIsAFailure() {
        Progress moved = Progress.from(0).after(1, new Tried.Answered(302, null), NOW, 1, PATIENCE);

        assertThat(moved.failures()).isEqualTo(1);
        assertThat(moved.delivered()).isZero();
    }

    @Test
    void retryAfterIsSecondsOrADateAndAtMostADay() {
        assertThat(RetryAfter.parse("120", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(RetryAfter.parse("Thu, 01 Jan 2026 00:00:30 GMT", NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(RetryAfter.parse("Wed, 31 Dec 2025 00:00:00 GMT", NOW)).isEqualTo(Duration.ZERO);
        assertThat(RetryAfter.parse("999999999", NOW)).isEqualTo(Duration.ofDays(1));
        assertThat(RetryAfter.parse("soon", NOW)).isNull();
        assertThat(RetryAfter.parse(null, NOW)).isNull();
    }
}
