package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MarkerTest {
    @Test
    void findsWhatLookingAtEachByteFinds() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            // Few letters, so that beginnings, overlaps and the marker itself are common.
            byte[] marker = letters(random, 1 + random.nextInt(6));
            byte[] data = letters(random, random.nextInt(60));
            int from = random.nextInt(data.length + 1);
            int to = from + random.nextInt(data.length - from + 1);
            assertThat(new Marker(marker).find(data, from, to)).as("%s in %s from %d to %d", text(marker), text(data),
                    from, to).isEqualTo(slowly(marker, data, from, to));
        }
    }

    private static int slowly(byte[] marker, byte[] data, int from, int to) {
        for (int at = from; at < to; at++) {
            int alike = 0;
            while (alike < marker.length && at + alike < to && data[at + alike] == marker[alike]) {
                alike++;
            }
            if (alike == marker.length || at + alike == to) {
                return at;
            }
        }
        return to;
    }

    private static byte[] letters(Random random, int length) {
        byte[] letters = new byte[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (byte) "ab\u00ff".charAt(random.nextInt(3));
        }
        return letters;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
