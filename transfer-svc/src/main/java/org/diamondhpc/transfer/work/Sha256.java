package org.diamondhpc.transfer.work;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** Checksums of what passes by. */
final class Sha256 {
    private static final int BUFFER = 1 << 18;

    private Sha256() {
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    static String of(byte[] bytes) {
        MessageDigest digest = digest();
        digest.update(bytes);
        return hex(digest);
    }

    /** Of the stream's first bytes; closes it. */
    static String of(InputStream stream, long first) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[BUFFER];
        try (stream) {
            for (long left = first; left > 0;) {
                int n = stream.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (n < 0) {
                    break;
                }
                digest.update(buffer, 0, n);
                left -= n;
            }
        }
        return hex(digest);
    }

    /** Digests and counts what is read through it, and remembers its own failure apart from its reader's. */
    static final class Reading extends FilterInputStream {
        private final MessageDigest digest = digest();
        private final LongConsumer progress;
        private long count;
        private IOException failure;

        Reading(InputStream in, LongConsumer progress) {
            super(in);
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            int n;
            try {
                n = in.read(b, off, len);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
            if (n > 0) {
                digest.update(b, off, n);
                count += n;
                progress.accept(n);
            }
            return n;
        }

        @Override
        public long skip(long n) {
            throw new UnsupportedOperationException("every byte is digested");
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        long count() {
            return count;
        }

        IOException failure() {
            return failure;
        }

        String sha256() {
            return hex(digest);
        }
    }
}
