package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Arrival;

/**
 * Sends the pieces of one batch to a site: small ones in parcels, large ones alone; a wish is settled with the last
 * of its pieces.
 */
final class Sender {
    private final Batch batch;
    private final MoveLog log;
    private final String mover;
    private final Map<Integer, Open> open = new HashMap<>();

    /** A wish that is not complete. */
    private static final class Open {
        private int pieces;
        private final List<Arrival.Inside> inside = new ArrayList<>();
        private final List<ReplicaFact> facts = new ArrayList<>();
    }

    Sender(Batch batch, MoveLog log, String mover) {
        this.batch = batch;
        this.log = log;
        this.mover = mover;
    }

    /**
     * @param earlier pieces that lie there already, with their SHA-256
     * @param parcels opens the source of a parcel's files
     * @param bytes the content of a large file
     */
    void send(List<Piece> pieces, Map<Piece, String> earlier, Function<List<Piece>, ParcelSource> parcels, Function<Piece, Bytes> bytes) {
        Map<Integer, Batch.Item> items = new HashMap<>();
        batch.items().forEach(i -> items.put(i.number(), i));
        pieces.forEach(p -> open.computeIfAbsent(p.number(), n -> new Open()).pieces++);
        Map<Piece, ReplicaFact> landed = new HashMap<>();
        earlier.forEach((piece, sha256) -> landed.put(piece, landed(piece, sha256)));
        settle(items, landed);
        Parcels parts = Parcels.of(pieces.stream().filter(p -> !earlier.containsKey(p)).toList());
        try {
            for (List<Piece> parcel : parts.small()) {
                log.checkStopped();
                settle(items, parcel(parcel, parcels));
            }
            FileRelay relay = new FileRelay(batch.to(), batch.landing(), batch.token(), log);
            for (Piece piece : parts.large()) {
                log.checkStopped();
                settle(items, Map.of(piece, relay.move(piece, bytes.apply(piece))));
            }
        } catch (PieceException e) {
            log.settled(List.of(new Moved.NotThere(e.number(), e.problem())));
        }
    }

    private Map<Piece, ReplicaFact> parcel(List<Piece> parcel, Function<List<Piece>, ParcelSource> parcels) {
        List<Piece> files = parcel.stream().filter(Piece::isFile).toList();
        Map<Piece, ReplicaFact> landed = new HashMap<>();
        try (TarSink sink = new TarSink(batch.to(), batch.landing());
                ParcelSource source = files.isEmpty() ? null : parcels.apply(files)) {
            for (Piece piece : parcel) {
                landed.put(piece, switch (piece.kind()) {
                    case FILE -> file(piece, sink, source);
                    case FOLDER -> {
                        sink.folder(piece);
                        yield null;
                    }
                    case LINK -> {
                        sink.link(piece);
                        yield null;
                    }
                });
            }
            if (source != null) {
                source.finish();
            }
            sink.finish();
        }
        return landed;
    }

    private ReplicaFact file(Piece piece, TarSink sink, ParcelSource source) {
        String sha256 = sink.file(piece, source.next(piece), log);
        if (piece.sha256() != null && !piece.sha256().equals(sha256)) {
            throw new PieceException(piece.number(), Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the source has other bytes than it should: sha256 " + sha256));
        }
        return landed(piece, sha256);
    }

    private ReplicaFact landed(Piece piece, String sha256) {
        return new ReplicaFact(batch.to().account(), piece.to(), sha256, piece.size(), piece.modified());
    }

    private void settle(Map<Integer, Batch.Item> items, Map<Piece, ReplicaFact> landed) {
        List<Moved> settled = new ArrayList<>();
        landed.forEach((piece, fact) -> {
            Open wish = open.get(piece.number());
            if (fact != null) {
                wish.facts.add(fact);
                if (batch.from() != null) {
                    wish.facts.add(new ReplicaFact(batch.from().account(), piece.from(), fact.sha256(), piece.size(),
                            piece.modified()));
                }
                wish.inside.add(new Arrival.Inside(relative(items.get(piece.number()), piece), piece.size(),
                        fact.sha256()));
            }
            if (--wish.pieces == 0) {
                settled.add(there(items.get(piece.number()), wish));
            }
        });
        if (!settled.isEmpty()) {
            log.settled(settled);
        }
    }

    private Moved there(Batch.Item item, Open wish) {
        if (item.wish().tree()) {
            return new Moved.There(Arrival.tree(item.number(), wish.inside, true, mover), wish.facts);
        }
        Arrival.Inside only = wish.inside.getFirst();
        return new Moved.There(Arrival.file(item.number(), only.size(), only.sha256(), true, mover), wish.facts);
    }

    private static String relative(Batch.Item item, Piece piece) {
        String to = item.wish().to();
        return piece.to().equals(to) ? "" : piece.to().substring(to.endsWith("/") ? to.length() : to.length() + 1);
    }
}
