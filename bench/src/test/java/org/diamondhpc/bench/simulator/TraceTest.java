package org.diamondhpc.bench.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
    @Test
    void readsJobsInOrderOfSubmission() throws IOException {
        Trace trace = read("""
                ; Version: 2.2
                ; MaxProcs: 93312
                  2 70 5 30 4 -1 -1 8 60 -1 1 9 1 7 1 -1 -1 -1
                  1 10 0 20.5 -1 -1 -1 8 -1 -1 1 3 1 -1 1 -1 -1 -1
                  3 80 0 -1 4 -1 -1 4 60 -1 5 3 1 -1 1 -1 -1 -1
                """);

        assertThat(trace.processors()).isEqualTo(93_312);
        assertThat(trace.rows()).isEqualTo(List.of(new Trace.Row(new Job(1, 10, 20, 20, 8, 3, -1), 0),
                new Trace.Row(new Job(2, 70, 30, 60, 4, 9, 7), 5)));
    }

    @Test
    void aLineOfTooFewFieldsIsRefused() {
        assertThatThrownBy(() -> read("1 2 3\n")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 fields");
    }

    private static Trace read(String text) throws IOException {
        return Trace.read(new BufferedReader(new StringReader(text)));
    }
}
