package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

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

    static int read(InputStream from, byte[] into) {
        try {
            return from.read(into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
