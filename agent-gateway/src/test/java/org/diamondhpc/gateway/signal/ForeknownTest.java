package org.diamondhpc.gateway.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForeknownTest {
    private final Foreknown foreknown = new Foreknown();

    @Test
    void knowsNothingOfWhatWasNotAskedFor() {
        assertThat(foreknown.nothing("t-1")).isFalse();
    }

    @Test
    void tellsApartOnWhatSomethingHangs() {
        foreknown.learn(List.of("t-1", "t-2"), List.of("t-2"));

        assertThat(foreknown.nothing("t-1")).isTrue();
        assertThat(foreknown.nothing("t-2")).isFalse();
        assertThat(foreknown.nothing("t-3")).isFalse();
    }

    @Test
    void whatConcernedOneQuestionIsNotForgottenAtTheNext() {
        foreknown.learn(List.of("t-1"), List.of("t-1"));

        foreknown.learn(List.of("t-1"), List.of());

        assertThat(foreknown.nothing("t-1")).isFalse();
    }
}
