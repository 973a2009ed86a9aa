package org.diamondhpc.site.scheduler.lsf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.diamondhpc.site.scheduler.family.Sight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms of the documentation; no output of an LSF was at hand. */
class LsfRowsTest {
    private static Sight row(String stat, String finish, String code, String reason, String pending) {
        return BjobsRow.parse(String.join("^", "7", "0", stat, "Nov 30 14:00:05 2026", "Nov 30 14:01 2026", finish, "4*hostA:2*hostB",
                code, reason, "12 second(s)", "0.5 second(s)", "1.5 Gbytes", "6", "t-1.1", "/home/a/x", pending)).getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {"DONE; -; -; COMPLETED; 0; -", "EXIT; 3; -; FAILED; 3; -",
            "EXIT; 140; TERM_RUNLIMIT: job killed after reaching LSF run time limit; TIMEOUT; -; 12",
            "EXIT; 130; TERM_OWNER: job killed by owner; CANCELLED; -; 2",
            "EXIT; 137; TERM_MEMLIMIT: job killed after reaching LSF memory usage limit; OUT_OF_MEMORY; -; 9",
            "EXIT; -; TERM_ORPHAN_SYSTEM: the orphan job was terminated; DEPENDENCY_FAILED; -; -",
            "EXIT; 139; -; FAILED; -; 11", "EXIT; 1; TERM_CWD_NOTEXIST: current working directory is not accessible; LAUNCH_FAILED; -; -"})
    void readsHowAJobEnded(String stat, String code, String reason, String end, Integer exit, Integer signal) {
        Sight job = row(stat, "Nov 30 14:02 2026", code == null ? "-" : code, reason == null ? "-" : reason, "-");

        assertThat(job.ending().end().name()).isEqualTo(end);
        assertThat(job.ending().exitCode()).isEqualTo(exit);
        assertThat(job.ending().signal()).isEqualTo(signal);
        assertThat(job.times().end()).isEqualTo(Instant.parse("2026-11-30T14:02:00Z"));
        assertThat(job.nodes()).containsExactly("hostA", "hostB");
        assertThat(job.usage().maxMemoryBytes()).isEqualTo(3L << 29);
    }

    @Test
    void takesALimitForNoEnd() {
        Sight job = row("RUN", "Nov 30 15:00 2026 L", "-", "-", "-");

        assertThat(job.phase()).isEqualTo(Sight.Phase.RUNNING);
        assertThat(job.times().end()).isNull();
        assertThat(job.times().submit()).isEqualTo(Instant.parse("2026-11-30T14:00:05Z"));
    }

    @Test
    void keepsTheDelimiterInFreeTextAndRefusesAShortRow() {
        assertThat(row("PEND", "-", "-", "-", "Limit^ reached").reason()).isEqualTo("Limit^ reached");
        assertThatThrownBy(() -> BjobsRow.parse("7^0^RUN")).isInstanceOf(IllegalArgumentException.class);
    }
}
