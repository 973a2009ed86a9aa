package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RsyncProgressTest {
    @Test
    void bytesAreReadFromTheRunningTotalOfEachPush() {
        RsyncProgress progress = new RsyncProgress();
        byte[] said = "\r        32,768   0%    0.00kB/s\r     1,032,768  50%    1.00MB/s\r 5 10% 1kB/s\nsent 5 bytes\n"
                .getBytes(StandardCharsets.US_ASCII);

        assertThat(progress.more(said, said.length)).isEqualTo(1_032_768 + 5);
    }

    @Test
    void aLineCutInTwoIsOneLine() {
        RsyncProgress progress = new RsyncProgress();
        byte[] said = "\r  123,456  12% 1kB/s\r".getBytes(StandardCharsets.US_ASCII);
        byte[] rest = java.util.Arrays.copyOfRange(said, 7, said.length);

        assertThat(progress.more(said, 7) + progress.more(rest, rest.length)).isEqualTo(123_456);
    }
}
