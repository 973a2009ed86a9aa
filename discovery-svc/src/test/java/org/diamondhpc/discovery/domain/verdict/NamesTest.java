package org.diamondhpc.discovery.domain.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({"3.11, 3.9, 1", "3.9, 3.11, -1", "3.11, 3.11.0, 0", "v2.0, 2.0, 0", "2024b, 2024a, 1", "1.2-rc1, 1.2, 1",
        "12, 9.4.1, 1"})
    void ordersVersionsByNumber(String left, String right, int order) {
        assertThat(Integer.signum(SoftwareNeed.compare(left, right))).isEqualTo(order);
    }

    @Test
    void aVersionThatNobodyWroteDownIsNotNewEnough() {
        assertThat(SoftwareNeed.parse("gcc>=12").unmet(Map.of("gcc", ""))).contains("lists gcc without a version, 12 or newer asked");
    }

    @ParameterizedTest
    @CsvSource({"PT45S, 45 s", "PT90S, 1 min 30 s", "PT2H, 2 h", "P3DT5H, 3 d 5 h"})
    void writesDurationsForPeople(Duration time, String words) {
        assertThat(Words.of(time)).isEqualTo(words);
    }
}
