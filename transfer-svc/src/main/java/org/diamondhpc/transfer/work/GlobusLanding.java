package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.globus.Consignments;
import org.diamondhpc.transfer.globus.domain.Consignment;

/**
 * What Globus brought into a workshop is compared with the source as it is now, read back for its SHA-256, and put in
 * place. All of it can be done again: what an earlier try put in place is found there.
 */
final class GlobusLanding {
    private final Consignments globus;
    private final Consignment consignment;
    private final Place from;
    private final Place to;
    private final boolean closed;
    private final List<String> moves = new ArrayList<>();

    GlobusLanding(Consignments globus, Consignment consignment, Place from, Batch batch) {
        this.globus = globus;
        this.consignment = consignment;
        this.from = from;
        this.to = batch.to();
        this.closed = batch.landing().closed();
    }

    /** @throws EndException where one of the ends is away */
    List<Moved> land(List<Batch.Item> items, MoveLog log) {
        Map<Integer, Consignment.Line> lines = new HashMap<>();
        consignment.lines().forEach(l -> lines.put(l.number(), l));
        List<GlobusArrival> arrivals = new ArrayList<>();
        List<Moved> moved = new ArrayList<>();
        for (Batch.Item item : items) {
            log.checkStopped();
            GlobusArrival arrival = arrival(item, lines.get(item.number()));
            arrivals.add(arrival);
            left(arrival, item, log);
        }
        Map<String, String> sums = sums(to, arrivals.stream().flatMap(a -> a.landed().stream()).toList());
        Map<String, String> sources = globus.compares() ? Map.of()
                : EndException.atSource(() -> Listings.sums(from, arrivals.stream().flatMap(a -> a.sources().stream()).toList()));
        for (int i = 0; i < items.size(); i++) {
            moved.add(arrivals.get(i).moved(from, to, sums, sources));
            if (moved.getLast() instanceof Moved.There) {
                moves.addAll(arrivals.get(i).moves());
            }
        }
        place();
        return moved;
    }

    private GlobusArrival arrival(Batch.Item item, Consignment.Line line) {
        Wish wish = item.wish();
        String brought = consignment.workshop() + "/" + line.number();
        Seen source = EndException.atSource(() -> from.inspect(List.of(line.real()))).getFirst();
        List<Seen> seen = EndException.atTarget(() -> to.inspect(List.of(brought, wish.to())));
        Seen landed = seen.get(0).kind() == Seen.Kind.NOTHING ? seen.get(1) : seen.get(0);
        if (!line.tree()) {
            return GlobusArrival.file(item, line, source, landed);
        }
        List<Piece> wanted = source.kind() != Seen.Kind.FOLDER ? List.of() : EndException.atSource(() ->
                Listings.tree(from, line.real(), line.number(), wish));
        List<Piece> there = landed.kind() != Seen.Kind.FOLDER ? List.of() : EndException.atTarget(() ->
                Listings.tree(to, landed.path(), line.number(), wish));
        return GlobusArrival.tree(item, line, source, landed, wanted, there, globus.excluded());
    }

    private void left(GlobusArrival arrival, Batch.Item item, MoveLog log) {
        if (arrival.links() > 0 && globus.symlinks().equals("ignore")) {
            log.note("%d symbolic links in %s were left out, as Globus transfers do unless the operator sets"
                    .formatted(arrival.links(), item.wish().label()) + " diamond.globus.symlinks");
        }
        if (arrival.excluded() > 0) {
            log.note("%d files in %s were left out, since the operator excludes %s".formatted(arrival.excluded(),
                    item.wish().label(), String.join(", ", globus.excluded())));
        }
    }

    private static Map<String, String> sums(Place place, List<String> paths) {
        return paths.isEmpty() ? Map.of() : EndException.atTarget(() -> Listings.sums(place, paths));
    }

    private void place() {
        EndException.atTarget(() -> {
            if (!moves.isEmpty()) {
                to.session().run(Program.LAND.with(closed ? "private" : "open").withStdin(NulFields.bytes(moves))
                        .within(Program.LONG)).orThrow("putting files in place");
            }
            // gone already where an earlier try came so far
            to.session().run(Program.REMOVE.with(consignment.workshop()).within(Program.LONG));
        });
    }

    /** @param wish whose place is looked at, for people */
    static Problem missing(Wish wish) {
        return Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH, "Globus said that " + wish.label()
                + " was transferred, but not all of it is there");
    }

    /** The arrival of a single file. */
    static Arrival single(int number, long size, String sha256) {
        return Arrival.file(number, size, sha256, true, GlobusMover.NAME);
    }
}
