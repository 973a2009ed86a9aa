package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.Glob;
import org.diamondhpc.transfer.globus.domain.Consignment;

/**
 * What of one wish lies in the workshop.
 *
 * @param at where it lies: in the workshop, or in its place already
 * @param files each file with its counterpart; null where one of them is missing or they cannot be the same
 * @param problem why it does not count; null where it may
 * @param links left out
 * @param excluded left out
 */
record Unloaded(Batch.Item item, String at, List<Pair> files, Problem problem, int links, int excluded) {
    /** One file at both ends. */
    record Pair(Piece source, String landed, long modified) {
    }

    static Unloaded file(Batch.Item item, Consignment.Line line, Seen source, Seen landed) {
        Problem problem = source.kind() != Seen.Kind.FILE || source.size() != line.size()
                || source.modified() != line.modified() ? changed(item)
                : landed.kind() != Seen.Kind.FILE || landed.size() != line.size() ? Unloading.missing(item.wish()) : null;
        Piece piece = Piece.file(item.number(), item.wish(), line.real(), line.size(), line.modified());
        return new Unloaded(item, landed.path(), List.of(new Pair(piece, landed.path(), landed.modified())),
                problem, 0, 0);
    }

    /**
     * @param wanted what the source folder holds now
     * @param there what has arrived
     */
    static Unloaded tree(Batch.Item item, Consignment.Line line, Seen source, Seen landed, List<Piece> wanted,
            List<Piece> there, List<String> exclude) {
        List<Glob> globs = exclude.stream().map(Glob::of).toList();
        Map<String, Piece> arrived = new HashMap<>();
        there.stream().filter(Piece::isFile).forEach(p -> arrived.put(relative(landed.path(), p.from()), p));
        List<Pair> files = new ArrayList<>();
        boolean missing = source.kind() != Seen.Kind.FOLDER || landed.kind() != Seen.Kind.FOLDER;
        int excluded = 0;
        for (Piece piece : wanted.stream().filter(Piece::isFile).toList()) {
            String relative = relative(line.real(), piece.from());
            Piece other = arrived.get(relative);
            if (other != null && other.size() == piece.size()) {
                files.add(new Pair(piece, other.from(), other.modified()));
            } else if (other == null && excluded(relative, globs)) {
                excluded++;
            } else {
                missing = true;
            }
        }
        return new Unloaded(item, landed.path(), files, missing ? Unloading.missing(item.wish()) : null,
                (int) wanted.stream().filter(p -> p.kind() == Piece.Kind.LINK).count(), excluded);
    }

    List<String> landed() {
        return problem != null ? List.of() : files.stream().map(Pair::landed).toList();
    }

    List<String> sources() {
        return problem != null ? List.of() : files.stream().map(p -> p.source().from()).toList();
    }

    /** @param sources SHA-256 at the source; empty where the mover has compared */
    Moved moved(Delivery delivery, Place from, Place to, Map<String, String> sums, Map<String, String> sources) {
        if (problem != null) {
            return new Moved.NotThere(item.number(), problem);
        }
        List<Arrival.Inside> inside = new ArrayList<>();
        List<ReplicaFact> facts = new ArrayList<>();
        for (Pair file : files) {
            String sha256 = sums.get(file.landed());
            String expected = item.wish().tree() ? null : item.wish().sha256();
            if (sha256 == null) {
                return new Moved.NotThere(item.number(), Unloading.missing(item.wish()));
            }
            if (expected != null && !expected.equals(sha256)
                    || !delivery.compared() && !sha256.equals(sources.get(file.source().from()))) {
                return new Moved.NotThere(item.number(), Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH, from.site() + ":"
                        + file.source().from() + " has other bytes than it should: sha256 " + sha256));
            }
            String relative = relative(at, file.landed());
            facts.add(new ReplicaFact(to.account(), relative.isEmpty() ? item.wish().to()
                    : Listings.below(item.wish().to(), relative), sha256, file.source().size(), file.modified()));
            facts.add(new ReplicaFact(from.account(), file.source().from(), sha256, file.source().size(),
                    file.source().modified()));
            inside.add(new Arrival.Inside(relative, file.source().size(), sha256));
        }
        return new Moved.There(item.wish().tree() ? Arrival.tree(item.number(), inside, true, delivery.mover())
                : Arrival.file(item.number(), inside.getFirst().size(), inside.getFirst().sha256(), true,
                        delivery.mover()), facts);
    }

    /** What puts it in place, as {@code land.sh} takes it; not every mover keeps what is executable. */
    List<String> moves() {
        List<String> moves = new ArrayList<>();
        if (item.wish().tree()) {
            files.stream().filter(f -> f.source().executable())
                    .forEach(f -> moves.addAll(List.of("run", f.landed(), f.landed())));
        }
        if (!at.equals(item.wish().to())) {
            moves.addAll(List.of(item.wish().tree() ? "tree" : item.wish().executable() ? "run" : "file", at,
                    item.wish().to()));
        }
        return moves;
    }

    private static Problem changed(Batch.Item item) {
        return Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH, item.wish().label() + " changed while it was transferred");
    }

    private static boolean excluded(String relative, List<Glob> globs) {
        for (String name : relative.split("/")) {
            if (globs.stream().anyMatch(g -> g.matches(name))) {
                return true;
            }
        }
        return false;
    }

    private static String relative(String folder, String path) {
        return path.equals(folder) ? "" : path.substring(folder.endsWith("/") ? folder.length() : folder.length() + 1);
    }
}
