package org.diamondhpc.gateway.edge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {
    @ParameterizedTest
    @CsvSource({"bytes=0-0,0,0", "bytes=2-,2,9", "bytes=-3,7,9", "bytes=-99,0,9", "bytes=5-99,5,9"})
    void rangeIsCutToTheFile(String header, long first, long last) {
        assertThat(ByteRange.of(header, 10)).contains(new ByteRange(first, last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=-", "bytes=3-2", "lines=1-2", "bytes=1-2,4-5", "bytes=x-y", ""})
    void whatIsNoRangeIsTheWhole(String header) {
        assertThat(ByteRange.of(header, 10)).isEmpty();
    }

    @Test
    void nothingThereIsUnsatisfiable() {
        assertThat(ByteRange.of("bytes=10-", 10)).isEqualTo(Optional.of(ByteRange.UNSATISFIABLE));
        assertThat(ByteRange.of("bytes=-0", 10)).isEqualTo(Optional.of(ByteRange.UNSATISFIABLE));
    }
}
