package org.diamondhpc.site.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class IntakeTest {
    private final Intake intake = new Intake();

    @Test
    void givesBytesInTheirOrderHoweverTheyComeAndGo() throws IOException {
        Random random = new Random(5);
        byte[] all = bytes(random, 4 << 20);
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        byte[] chunk = new byte[100_000];
        for (int written = 0; got.size() < all.length;) {
            int more = Math.min(random.nextInt(150_000), all.length - written);
            intake.write(all, written, more);
            written += more;
            if (intake.waiting() > 0) {
                got.write(chunk, 0, intake.take(chunk, 0, 1 + random.nextInt(chunk.length)));
            }
            assertThat(intake.waiting()).isEqualTo(written - got.size());
        }
        assertThat(got.toByteArray()).isEqualTo(all);
    }

    @Test
    void endsOnlyWhenAllIsRead() throws IOException {
        intake.write(new byte[] {1, 2, 3}, 0, 3);
        intake.close();
        byte[] got = new byte[2];
        assertThat(intake.take(got, 0, 2)).isEqualTo(2);
        assertThat(intake.take(got, 1, 1)).isEqualTo(1);
        assertThat(got).containsExactly(1, 3);
        assertThat(intake.take(got, 0, 2)).isEqualTo(-1);
    }

    @Test
    void aReaderOfManyBytesIsGivenTheFewThatCame() throws Exception {
        byte[] got = new byte[1 << 20];
        CountDownLatch taking = new CountDownLatch(1);
        Thread writer = Thread.startVirtualThread(() -> {
            awaited(taking);
            intake.write('x');
        });
        taking.countDown();
        assertThat(intake.take(got, 0, got.length)).isEqualTo(1);
        writer.join();
        assertThat(got[0]).isEqualTo((byte) 'x');
    }

    @Test
    void bothSidesAtOnceLoseNothing() throws Exception {
        byte[] all = bytes(new Random(6), 32 << 20);
        Thread writer = Thread.startVirtualThread(() -> {
            for (int at = 0; at < all.length; at += 32 << 10) {
                intake.write(all, at, 32 << 10);
            }
            intake.close();
        });
        byte[] got = new byte[all.length + 1];
        int size = 0;
        for (int n = intake.take(got, 0, 200_000); n > 0;
                n = intake.take(got, size, Math.min(200_000, got.length - size))) {
            size += n;
        }
        writer.join();
        assertThat(size).isEqualTo(all.length);
        assertThat(Arrays.mismatch(got, 0, size, all, 0, size)).isEqualTo(-1);
    }

    @Test
    void anInterruptedReaderIsToldSo() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> intake.take(new byte[1], 0, 1)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
