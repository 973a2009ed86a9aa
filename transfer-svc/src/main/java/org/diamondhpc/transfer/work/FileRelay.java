package org.diamondhpc.transfer.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.RemoteFiles;
import org.diamondhpc.transfer.work.EndException.End;

/**
 * One large file, streamed into a part beside its place. After a cut it goes on where it stopped, where both ends
 * agree on what was moved so far; the file gets its name only after the target has read it back and found it equal.
 */
final class FileRelay {
    private static final int DIFFERENT = 65;

    private final Place to;
    private final Batch.Landing landing;
    private final String token;
    private final MoveLog log;

    FileRelay(Place to, Batch.Landing landing, String token, MoveLog log) {
        this.to = to;
        this.landing = landing;
        this.token = token;
        this.log = log;
    }

    /** @return what lies there now */
    ReplicaFact move(Piece piece, Bytes source) {
        String parent = piece.to().substring(0, Math.max(1, piece.to().lastIndexOf('/')));
        String part = landing.workshop() + "." + Sha256.of((token + piece.to()).getBytes(
                java.nio.charset.StandardCharsets.UTF_8)).substring(0, 16);
        RemoteFiles files = to.session().files();
        EndException.atTarget(() -> files.mkdirs(parent));
        long there = EndException.atTarget(() -> there(files, part, piece.size()));
        if (there > 0 && !agree(part(files, part, there, piece.size()), there, source)) {
            there = 0;
        }
        String sha256 = there == piece.size() && there > 0
                ? EndException.atSource(() -> source.sha256(piece.size()))
                : stream(piece, source, files, part, there);
        if (piece.sha256() != null && !piece.sha256().equals(sha256)) {
            EndException.atTarget(() -> files.remove(part));
            throw new PieceException(piece.number(), Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the source has other bytes than it should: sha256 " + sha256));
        }
        return seal(piece, part, sha256);
    }

    /** How much of it lies at the target from an earlier try. */
    private static long there(RemoteFiles files, String part, long size) {
        long whole = files.stat(part).map(RemoteFile::size).orElse(-1L);
        return whole == size ? size : Math.min(size, files.partSize(part));
    }

    private static String part(RemoteFiles files, String part, long there, long size) {
        return there == size && files.stat(part).isPresent() ? part : part + ".part";
    }

    private boolean agree(String path, long bytes, Bytes source) {
        String atTarget = EndException.atTarget(() -> new Bytes.AtSite(to, path).sha256(bytes));
        return atTarget.equals(EndException.atSource(() -> source.sha256(bytes)));
    }

    private String stream(Piece piece, Bytes source, RemoteFiles files, String part, long offset) {
        Sha256.Reading in = new Sha256.Reading(EndException.atSource(() -> source.open(offset)), n -> {
            log.bytes(n);
            log.checkStopped();
        });
        try (in) {
            EndException.atTarget(() -> files.upload(part, offset, in, at -> { }));
        } catch (EndException | UncheckedIOException e) {
            // the target's side reports what it could not read as its own trouble
            throw in.failure() == null ? e : new EndException(End.SOURCE, interrupted(in.failure()), e);
        } catch (IOException e) {
            throw new EndException(End.SOURCE, interrupted(e), e);
        }
        if (offset + in.count() != piece.size()) {
            EndException.atTarget(() -> files.remove(part));
            throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the source changed while it was read"), null);
        }
        return offset == 0 ? in.sha256() : EndException.atSource(() -> source.sha256(piece.size()));
    }

    private ReplicaFact seal(Piece piece, String part, String sha256) {
        CommandResult result = EndException.atTarget(() -> to.session().run(Program.SEAL
                .with(part, piece.to(), sha256, piece.executable() ? "x" : "-").within(Program.LONG)));
        if (result.exit() == DIFFERENT) {
            EndException.atTarget(() -> to.session().files().remove(part));
            throw new EndException(End.TARGET, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "what arrived at " + to.site() + " is not what was sent"), null);
        }
        String modified = EndException.atTarget(() -> result.orThrow("checking what arrived")).out().strip();
        return new ReplicaFact(to.account(), piece.to(), sha256, piece.size(), Long.parseLong(modified));
    }

    private static Problem interrupted(IOException e) {
        return Problem.of(Reason.TRANSFER_INTERRUPTED, String.valueOf(e.getMessage()));
    }
}
