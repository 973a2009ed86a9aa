package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.LongConsumer;

/** The caller's own streams: their failures are told apart from the site's. */
final class CallerStream {
    private CallerStream() {
    }

    static void write(OutputStream to, byte[] bytes, int length) {
        try {
            to.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param progress told after each read how many bytes were read so far */
    static InputStream reading(InputStream from, LongConsumer progress) {
        return new InputStream() {
            private long count;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                int n;
                try {
                    n = from.read(into, offset, length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (n > 0) {
                    count += n;
                    progress.accept(count);
                }
                return n;
            }
        };
    }
}
