package org.diamondhpc.site.scheduler.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerTextTest {
    @ParameterizedTest
    @CsvSource({"1-00:00:00,86400", "1:00:00,3600", "5:00,300", "0:07,7", "99-00:00:00,8553600", "1-12,129600",
            "00:01.500,1", "67,4020", "2-03:04,183840"})
    void readsDurations(String text, long seconds) {
        assertThat(Amounts.duration(text)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNLIMITED", "INVALID", "N/A", "Partition_Limit", "NOT_SET", "None", "Unknown", "", "(null)"})
    void takesWordsForNoValue(String text) {
        assertThat(Amounts.duration(text)).isEmpty();
        assertThat(Amounts.instant(text)).isEmpty();
        assertThat(Amounts.memory(text)).isEmpty();
    }

    @Test
    void readsTimesAsUtc() {
        assertThat(Amounts.instant("2026-11-30T01:45:00")).contains(Instant.parse("2026-11-30T01:45:00Z"));
    }

    @ParameterizedTest
    @CsvSource({"2000M,2097152000", "125G,134217728000", "623892K,638865408", "0c,0", "1Mc,1048576", "4Gn,4294967296",
            "500,524288000", "1.5G,1610612736"})
    void readsMemory(String text, long bytes) {
        assertThat(Amounts.memory(text)).hasValue(bytes);
    }

    @Test
    void readsTres() {
        assertThat(Amounts.tres("billing=8,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=16000M,node=1"))
                .containsEntry("gres/gpu", 2L).containsEntry("mem", 16_777_216_000L).containsEntry("cpu", 8L);
        assertThat(Amounts.tres("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"a[001-003,007]; a001 a002 a003 a007", "b002; b002", "n[1-2]x[3-4]; n1x3 n1x4 n2x3 n2x4",
            "a1,b[09-11],c; a1 b09 b10 b11 c"})
    void expandsNodeLists(String text, String names) {
        assertThat(NodeList.expand(text)).containsExactly(names.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"None assigned", "(null)", "n/a", "", "(Priority)"})
    void findsNoNodesWhereThereAreNone(String text) {
        assertThat(NodeList.expand(text)).isEmpty();
    }

    @Test
    void boundsWhatANodeListStandsFor() {
        assertThat(NodeList.expand("a[0-999999999]")).hasSizeLessThanOrEqualTo(200_000);
    }

    @Test
    void readsJobIds() {
        assertThat(JobId.parse("123;alpha")).map(JobId::base).contains("123");
        assertThat(JobId.parse("123+1")).flatMap(JobId::component).contains("1");
        assertThat(JobId.parse("123_4.batch")).hasValueSatisfying(id -> {
            assertThat(id.elements()).containsExactly(4);
            assertThat(id.step()).contains("batch");
        });
        assertThat(JobId.parse("43_[2-4,7,10-14:2%2]")).map(JobId::elements)
                .contains(List.of(2, 3, 4, 7, 10, 12, 14));
        assertThat(JobId.parse("CLUSTER: x")).isEqualTo(Optional.empty());
        assertThat(JobId.ranges(List.of(1, 2, 3, 7, 9, 10))).isEqualTo("1-3,7,9-10");
    }

    @Test
    void findsPartsOnlyBetweenTheirOwnMarks() {
        Sections parts = Sections.parse("noise\n@a begin x\nline\n@b end x 0\n@a end x 3\n\n@a begin cut\nhalf", "@a");

        assertThat(parts.get("x").text()).isEqualTo("line\n@b end x 0");
        assertThat(parts.get("x").rc()).isEqualTo(3);
        assertThat(parts.get("cut").ok()).isFalse();
        assertThat(parts.get("none").said()).isEqualTo("no answer");
    }
}
