package org.diamondhpc.transfer.work;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;

/** The content of one source, from any byte on. */
interface Bytes {
    /** Closing it early is fine. Reading past a cut throws. */
    InputStream open(long offset) throws IOException;

    /** The SHA-256 of the first bytes, taken where they lie. */
    String sha256(long first) throws IOException;

    /** A file at a site. */
    record AtSite(Place place, String path) implements Bytes {
        @Override
        public InputStream open(long offset) {
            RemoteStream stream = place.session().open(Program.READ.with(path, Long.toString(offset))
                    .within(Program.LONG));
            return new java.io.FilterInputStream(stream.stdout()) {
                private boolean ended;

                @Override
                public int read(byte[] b, int off, int len) throws IOException {
                    int n = in.read(b, off, len);
                    if (n < 0 && !ended) {
                        ended = true;
                        stream.await().orThrow("reading a file");
                    }
                    return n;
                }

                @Override
                public void close() {
                    stream.close();
                }
            };
        }

        @Override
        public String sha256(long first) {
            CommandResult result = place.session().run(Program.CHECKSUM.with(path, Long.toString(first))
                    .within(Program.LONG));
            return result.orThrow("reading a file's checksum").out().split(" ", 2)[0];
        }
    }

    /** Diamond's own store. */
    record Stored(ClaimStore store, ClaimRef ref) implements Bytes {
        @Override
        public InputStream open(long offset) throws IOException {
            InputStream in = store.open(ref);
            in.skipNBytes(offset);
            return in;
        }

        @Override
        public String sha256(long first) throws IOException {
            return first == ref.size() ? ref.sha256() : Sha256.of(store.open(ref), first);
        }
    }

    /** The bytes themselves. */
    record Given(byte[] content) implements Bytes {
        @Override
        public InputStream open(long offset) {
            return new ByteArrayInputStream(content, (int) offset, content.length - (int) offset);
        }

        @Override
        public String sha256(long first) throws IOException {
            return Sha256.of(open(0), first);
        }
    }
}
