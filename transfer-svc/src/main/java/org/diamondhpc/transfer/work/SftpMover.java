package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.AskedPath;
import org.diamondhpc.transfer.domain.Source;

/** Relays between two sites over their SSH connections, through this service; works wherever both can be reached. */
@ApplicationScoped
class SftpMover implements Mover {
    @Override
    public String name() {
        return "sftp";
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.from() != null && batch.to() != null;
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        List<Moved> settled = new ArrayList<>();
        List<Piece> pieces = look(batch, settled);
        if (!settled.isEmpty()) {
            log.settled(settled);
        }
        if (!pieces.isEmpty()) {
            new Sender(batch, log, name()).send(pieces, batch.again() ? arrived(batch, pieces) : Map.of(),
                    files -> new TarSource(batch.from(), files), piece -> new Bytes.AtSite(batch.from(), piece.from()));
        }
    }

    /** One look at all sources: what is to be sent; what cannot be is settled. */
    private List<Piece> look(Batch batch, List<Moved> settled) {
        List<String> paths = asked(batch);
        List<Seen> seen = EndException.atSource(() -> batch.from().inspect(paths));
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            Batch.Item item = batch.items().get(i);
            Seen source = seen.get(i);
            Problem problem = problem(batch.from(), item, source);
            if (problem != null) {
                settled.add(new Moved.NotThere(item.number(), problem));
            } else if (item.wish().tree()) {
                List<Piece> tree = EndException.atSource(() ->
                        Listings.tree(batch.from(), source.real(), item.number(), item.wish()));
                pieces.addAll(tree);
                pieces.add(new Piece(Piece.Kind.FOLDER, item.number(), source.real(), item.wish().to(), 0,
                        source.modified(), false, null, null));
            } else {
                pieces.add(Piece.file(item.number(), item.wish(), source.real(), source.size(), source.modified()));
            }
        }
        return pieces;
    }

    static List<String> asked(Batch batch) {
        return EndException.atSource(() -> batch.items().stream().map(i -> batch.from().absolute(
                AskedPath.parse(((Source.AtSite) i.source()).path()))).toList());
    }

    /** Why a source cannot be had; null where it can. */
    static Problem problem(Place from, Batch.Item item, Seen source) {
        try {
            if (item.wish().tree()) {
                from.rules().mayReadTree(source.real());
            } else {
                from.rules().mayRead(source.real());
            }
        } catch (DiamondException e) {
            return e.problem();
        }
        Seen.Kind wanted = item.wish().tree() ? Seen.Kind.FOLDER : Seen.Kind.FILE;
        String where = from.site() + ":" + source.path();
        if (source.kind() == Seen.Kind.NOTHING) {
            return Problem.of(Reason.TRANSFER_SOURCE_MISSING, where + " does not exist");
        }
        if (source.kind() != wanted) {
            return Problem.of(Reason.TRANSFER_SOURCE_MISSING, where + (source.kind() == Seen.Kind.FOLDER
                    ? " is a folder; end the path with / to move all of it" : " is not a plain file"));
        }
        Long size = item.wish().size();
        return size == null || item.wish().tree() || size == source.size() ? null
                : Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                        "%s has %d bytes, not %d".formatted(where, source.size(), size));
    }

    /** After a cut: small files that an earlier try brought, found equal at both ends, with their SHA-256. */
    private static Map<Piece, String> arrived(Batch batch, List<Piece> pieces) {
        List<Piece> small = pieces.stream().filter(p -> p.isFile() && p.size() < Parcels.LARGE).toList();
        List<Seen> seen = EndException.atTarget(() -> batch.to().inspect(small.stream().map(Piece::to).toList()));
        List<Piece> alike = new ArrayList<>();
        for (int i = 0; i < small.size(); i++) {
            Seen there = seen.get(i);
            if (there.kind() == Seen.Kind.FILE && there.size() == small.get(i).size()
                    && there.modified() == small.get(i).modified()) {
                alike.add(small.get(i));
            }
        }
        if (alike.isEmpty()) {
            return Map.of();
        }
        Map<String, String> atTarget = EndException.atTarget(() ->
                Listings.sums(batch.to(), alike.stream().map(Piece::to).toList()));
        Map<String, String> atSource = EndException.atSource(() ->
                Listings.sums(batch.from(), alike.stream().map(Piece::from).toList()));
        Map<Piece, String> arrived = new HashMap<>();
        for (Piece piece : alike) {
            String sha256 = atSource.get(piece.from());
            if (sha256 != null && sha256.equals(atTarget.get(piece.to()))
                    && (piece.sha256() == null || piece.sha256().equals(sha256))) {
                arrived.put(piece, sha256);
            }
        }
        return arrived;
    }
}
