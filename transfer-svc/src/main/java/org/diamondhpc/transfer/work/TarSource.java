package org.diamondhpc.transfer.work;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.transfer.work.EndException.End;
import org.jboss.logging.Logger;

/**
 * The sending end of a tar stream. The site is not believed: each entry must be the very file that was asked for
 * next, a regular one of the size seen before; its name is compared and then forgotten.
 */
final class TarSource implements ParcelSource {
    private static final Logger LOG = Logger.getLogger(TarSource.class);
    private static final int BUFFER = 1 << 16;

    private final RemoteStream remote;
    private final TarArchiveInputStream tar;

    TarSource(Place from, List<Piece> files) {
        byte[] names = NulFields.bytes(files.stream().map(f -> "." + f.from()).toList());
        this.remote = EndException.atSource(() -> from.session().open(Program.PACK.with().within(Program.LONG)));
        // tar sends files before it has read all names
        Thread.ofVirtual().name("pack-names").start(() -> ask(names));
        this.tar = new TarArchiveInputStream(new BufferedInputStream(remote.stdout(), BUFFER),
                StandardCharsets.ISO_8859_1.name());
    }

    /** The content of the next file; to be read to its end before the next call. */
    @Override
    public InputStream next(Piece expected) {
        TarArchiveEntry entry = EndException.atSource(this::nextEntry);
        String name = TarSink.latin("." + expected.from());
        if (entry == null || !entry.getName().equals(name)) {
            throw changed(expected.number(), "a file went away or became unreadable while it was read");
        }
        if (!entry.isFile() || entry.getSize() != expected.size()) {
            throw changed(expected.number(), "a file changed while it was read");
        }
        return tar;
    }

    /** Everything was read: whether the site, too, says that all went well. */
    @Override
    public void finish() {
        CommandResult result = EndException.atSource(remote::await);
        // GNU tar: 1, some files changed while being read; 2, fatal
        if (result.exit() == 1) {
            throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "a file changed while it was read"), null);
        }
        EndException.atSource(() -> result.orThrow("packing"));
    }

    @Override
    public void close() {
        remote.close();
    }

    private void ask(byte[] names) {
        try (OutputStream stdin = remote.stdin()) {
            stdin.write(names);
        } catch (IOException e) {
            // the reading side meets the same trouble, and says so
            LOG.debugf("Names were not taken: %s", e.getMessage());
        }
    }

    private TarArchiveEntry nextEntry() throws IOException {
        return tar.getNextEntry();
    }

    private static PieceException changed(int number, String why) {
        return new PieceException(number, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH, why));
    }
}
