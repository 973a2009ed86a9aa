package org.diamondhpc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Report REPORT = new Report("wake", "2026-11-30T08:00:00Z", List.of(
            Figure.atMost("wake, median", 120.4, "ms", 100), Figure.atLeast("ratio", 0.5, "", 0.5),
            Figure.of("memory", 512, "MiB")), new Noise(2, 1, 2, 3.5, 200), List.of("one clock"), "/bench/wake-1");

    @Test
    void aMissedTargetIsSaidPlainly() {
        String table = Table.of(REPORT);

        assertThat(table).contains("missed: wake, median is 120.4 and was to be ≤ 100");
        assertThat(table.lines().filter(l -> l.contains("ratio"))).singleElement().asString().endsWith("met");
        assertThat(table.lines().filter(l -> l.contains("memory"))).singleElement().asString().endsWith("MiB");
        assertThat(table).contains("load 1.0 before, 2.0 median, 3.5 at most; 200 samples");
    }

    @Test
    void programsReadTheSame() throws Exception {
        JsonNode json = new ObjectMapper().readTree(Report.json(List.of(REPORT)));

        assertThat(json.at("/figures/0/met").asBoolean()).isFalse();
        assertThat(json.at("/figures/0/target/kind").asText()).isEqualTo("AtMost");
        assertThat(json.at("/figures/0/target/limit").asDouble()).isEqualTo(100);
        assertThat(json.at("/figures/1/met").asBoolean()).isTrue();
        assertThat(json.at("/figures/2").has("met")).isFalse();
    }

    @Test
    void severalReportsAreOneDocument() throws Exception {
        assertThat(new ObjectMapper().readTree(Report.json(List.of(REPORT, REPORT))).isArray()).isTrue();
    }
}
