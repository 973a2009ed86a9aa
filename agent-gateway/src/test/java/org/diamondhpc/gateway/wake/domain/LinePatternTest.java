package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinePatternTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "(", "a{2,1}", "\\1", "(?=x)", "(((a{100}){100}){100}){100}", "((a{9}){9}){9}",
        "a{99999999999}", "a\nb"})
    void whatCannotBeBoundedIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LinePattern.of(text));
    }

    @Test
    void lengthIsBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> LinePattern.of("a".repeat(201)));
    }

    /** Backtracking engines take 2^4096 steps for it. */
    @Test
    @Timeout(5)
    void evilExpressionTakesLinearTime() {
        LinePattern evil = LinePattern.of("^(a+)+$");

        assertThat(evil.in("a".repeat(4000) + "!")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'one\ntwo 7\n',      'two \\d',  false, 'two 7', 10",
        "'one\ntwo 7',        'two \\d',  false, ,        4",
        "'one\ntwo 7',        'two \\d',  true,  'two 7', 9",
        "'10%\r20%\r30%\r',   '^20%$',    false, '20%',   8",
        "'one\ntwo\n',        'three',    true,  ,        8",
        "'',                  '^$',       false, ,        0",
    })
    void everyWholeLineIsLookedAt(String text, String pattern, boolean last, String line, int consumed) {
        LogScan scan = LogScan.of(LinePattern.of(pattern), text.getBytes(StandardCharsets.UTF_8), last, () -> true);

        assertThat(scan).isEqualTo(new LogScan(line, consumed));
    }

    @Test
    void whatThereWasNoTimeForIsLeftForTheNextLook() {
        int[] left = {2};

        LogScan scan = LogScan.of(LinePattern.of("c"), "a\nb\nc\n".getBytes(StandardCharsets.UTF_8), true,
                () -> left[0]-- > 0);

        assertThat(scan).isEqualTo(new LogScan(null, 4));
    }

    @Test
    void longLineIsLookedAtInItsBeginning() {
        LinePattern pattern = LinePattern.of("needle");

        assertThat(pattern.in("needle" + "x".repeat(100_000))).isTrue();
        assertThat(pattern.in("x".repeat(LinePattern.MAX_LINE) + "needle")).isFalse();
    }

    @Test
    void wholePieceOfTheDearestPatternIsMatchedInBoundedTime() {
        LinePattern dear = LinePattern.of("(a|b|ab|aa|bb|ba){10}c$");
        byte[] piece = ("ab".repeat(2000) + "\n").repeat(64).getBytes(StandardCharsets.UTF_8);
        long from = System.nanoTime();

        LogScan.of(dear, piece, true, () -> System.nanoTime() - from < Duration.ofSeconds(2).toNanos());

        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(10));
    }
}
