package org.diamondhpc.transfer.work;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.transfer.work.EndException.End;

/**
 * The receiving end of a tar stream: many files through one channel, in place all together once the site has read
 * them back and found them equal. Names are bytes and only ones made here, relative and without dots.
 */
final class TarSink implements AutoCloseable {
    private static final int DIFFERENT = 65;
    private static final int BUFFER = 1 << 16;
    private static final int BLOCK = 32 << 10;
    private static final int FILE_MODE = 0644;
    private static final int EXECUTABLE_MODE = 0755;

    private final Batch.Landing landing;
    private final RemoteStream remote;
    private final TarArchiveOutputStream tar;
    private final ByteArrayOutputStream sums = new ByteArrayOutputStream();

    TarSink(Place to, Batch.Landing landing) {
        this.landing = landing;
        this.remote = EndException.atTarget(() -> to.session().open(Program.UNPACK
                .with(landing.workshop(), landing.base(), landing.privacy()).within(Program.LONG)));
        this.tar = new TarArchiveOutputStream(new BufferedOutputStream(remote.stdin(), BUFFER), BLOCK,
                StandardCharsets.ISO_8859_1.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
    }

    /**
     * Sends one file.
     *
     * @return its SHA-256
     * @throws EndException of the source where it ends too early or late
     */
    String file(Piece piece, InputStream content, MoveLog log) {
        String relative = landing.relative(piece.to());
        TarArchiveEntry entry = entry("f/" + relative, piece);
        entry.setSize(piece.size());
        entry.setMode(piece.executable() ? EXECUTABLE_MODE : FILE_MODE);
        begin(entry);
        Sha256.Reading in = new Sha256.Reading(content, log::bytes);
        byte[] buffer = new byte[(int) Math.min(BUFFER, Math.max(1, piece.size()))];
        for (long left = piece.size(); left > 0;) {
            int most = (int) Math.min(buffer.length, left);
            int n = EndException.atSource(() -> in.read(buffer, 0, most));
            if (n < 0) {
                throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                        "the source changed while it was read"), null);
            }
            write(buffer, n);
            left -= n;
        }
        write(tar::closeArchiveEntry);
        String sha256 = in.sha256();
        note(sha256, relative);
        return sha256;
    }

    void folder(Piece piece) {
        if (landing.relative(piece.to()).isEmpty()) {
            return;
        }
        begin(entry("f/" + landing.relative(piece.to()) + "/", piece));
        write(tar::closeArchiveEntry);
    }

    void link(Piece piece) {
        TarArchiveEntry entry = new TarArchiveEntry(latin("f/" + landing.relative(piece.to())),
                TarConstants.LF_SYMLINK);
        entry.setLinkName(latin(piece.link()));
        begin(entry);
        write(tar::closeArchiveEntry);
    }

    /** Everything was sent: waits until it is read back and in place. */
    void finish() {
        byte[] list = sums.toByteArray();
        TarArchiveEntry entry = new TarArchiveEntry("sums");
        entry.setSize(list.length);
        begin(entry);
        write(list, list.length);
        write(() -> {
            tar.closeArchiveEntry();
            tar.close();
        });
        verdict();
    }

    @Override
    public void close() {
        remote.close();
    }

    private void verdict() {
        CommandResult result = EndException.atTarget(remote::await);
        if (result.exit() == DIFFERENT) {
            throw new EndException(End.TARGET, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "what arrived is not what was sent: " + SiteText.display(result.err()).strip()), null);
        }
        EndException.atTarget(() -> result.orThrow("unpacking"));
    }

    private void begin(TarArchiveEntry entry) {
        write(() -> tar.putArchiveEntry(entry));
    }

    private void write(byte[] bytes, int length) {
        write(() -> tar.write(bytes, 0, length));
    }

    /** A site that stops reading has ended with an error of its own, which says more than the broken pipe. */
    private void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            verdict();
            throw new EndException(End.TARGET, Problem.of(Reason.TRANSFER_INTERRUPTED, String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** A line as {@code sha256sum -c} reads it; a name with a line break or backslash is escaped and marked so. */
    private void note(String sha256, String relative) {
        boolean escaped = relative.indexOf('\\') >= 0 || relative.indexOf('\n') >= 0 || relative.indexOf('\r') >= 0;
        String name = escaped
                ? relative.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r") : relative;
        sums.writeBytes(((escaped ? "\\" : "") + sha256 + "  ./").getBytes(StandardCharsets.US_ASCII));
        sums.writeBytes(SiteText.encode(name));
        sums.write('\n');
    }

    private static TarArchiveEntry entry(String name, Piece piece) {
        TarArchiveEntry entry = new TarArchiveEntry(latin(name), true);
        entry.setModTime(new Date(piece.modified() * 1000));
        return entry;
    }

    /** Bytes as characters, one to one: what this stream's encoding turns into the same bytes again. */
    static String latin(String siteText) {
        return new String(SiteText.encode(siteText), StandardCharsets.ISO_8859_1);
    }

    private interface Writing {
        void run() throws IOException;
    }
}
