package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.List;

/**
 * How the pieces of a batch are sent: large files one by one, so that each can be resumed, all else in parcels, each
 * one tar stream. A parcel is also the step in which a cut batch goes on.
 */
record Parcels(List<List<Piece>> small, List<Piece> large) {
    /** From this size on the cost of a file of its own is less than a hundredth. */
    static final long LARGE = 16L << 20;
    private static final int MOST_PIECES = 5_000;
    private static final long MOST_BYTES = 128L << 20;

    /** Links come last, so that nothing is ever written through one. */
    static Parcels of(List<Piece> pieces) {
        List<Piece> ordered = new ArrayList<>(pieces);
        ordered.sort((a, b) -> a.kind().compareTo(b.kind()));
        List<List<Piece>> small = new ArrayList<>();
        List<Piece> large = new ArrayList<>();
        long bytes = MOST_BYTES;
        for (Piece piece : ordered) {
            if (piece.size() >= LARGE) {
                large.add(piece);
                continue;
            }
            if (small.isEmpty() || bytes + piece.size() > MOST_BYTES || small.getLast().size() == MOST_PIECES) {
                small.add(new ArrayList<>());
                bytes = 0;
            }
            small.getLast().add(piece);
            bytes += piece.size();
        }
        return new Parcels(small, large);
    }
}
