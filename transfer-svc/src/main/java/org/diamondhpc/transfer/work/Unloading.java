package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.globus.domain.Consignment;

/**
 * What was brought into a workshop is compared with the source as it is now, read back for its SHA-256, and put in
 * place. All of it can be done again: what an earlier try put in place is found there.
 */
final class Unloading {
    private final Delivery delivery;
    private final Place from;
    private final Place to;
    private final boolean closed;
    private final List<String> moves = new ArrayList<>();

    Unloading(Delivery delivery, Place from, Batch batch) {
        this.delivery = delivery;
        this.from = from;
        this.to = batch.to();
        this.closed = batch.landing().closed();
    }

    /** @throws EndException where one of the ends is away */
    List<Moved> land(List<Batch.Item> items, MoveLog log) {
        Map<Integer, Consignment.Line> lines = new HashMap<>();
        delivery.lines().forEach(l -> lines.put(l.number(), l));
        List<Unloaded> arrivals = new ArrayList<>();
        List<Moved> moved = new ArrayList<>();
        for (Batch.Item item : items) {
            log.checkStopped();
            Unloaded arrival = arrival(item, lines.get(item.number()));
            arrivals.add(arrival);
            left(arrival, item, log);
        }
        Map<String, String> sums = sums(to, arrivals.stream().flatMap(a -> a.landed().stream()).toList());
        Map<String, String> sources = delivery.compared() ? Map.of()
                : EndException.atSource(() -> Listings.sums(from, arrivals.stream().flatMap(a -> a.sources().stream()).toList()));
        for (int i = 0; i < items.size(); i++) {
            moved.add(arrivals.get(i).moved(delivery, from, to, sums, sources));
            if (moved.getLast() instanceof Moved.There) {
                moves.addAll(arrivals.get(i).moves());
            }
        }
        place();
        return moved;
    }

    private Unloaded arrival(Batch.Item item, Consignment.Line line) {
        Wish wish = item.wish();
        String brought = delivery.workshop() + "/" + line.number();
        Seen source = EndException.atSource(() -> from.inspect(List.of(line.real()))).getFirst();
        List<Seen> seen = EndException.atTarget(() -> to.inspect(List.of(brought, wish.to())));
        Seen landed = seen.get(0).kind() == Seen.Kind.NOTHING ? seen.get(1) : seen.get(0);
        if (!line.tree()) {
            return Unloaded.file(item, line, source, landed);
        }
        List<Piece> wanted = source.kind() != Seen.Kind.FOLDER ? List.of() : EndException.atSource(() ->
                Listings.tree(from, line.real(), line.number(), wish));
        List<Piece> there = landed.kind() != Seen.Kind.FOLDER ? List.of() : EndException.atTarget(() ->
                Listings.tree(to, landed.path(), line.number(), wish));
        return Unloaded.tree(item, line, source, landed, wanted, there, delivery.excluded());
    }

    private void left(Unloaded arrival, Batch.Item item, MoveLog log) {
        if (arrival.links() > 0 && delivery.links() != null) {
            log.note("%d symbolic links in %s %s".formatted(arrival.links(), item.wish().label(), delivery.links()));
        }
        if (arrival.excluded() > 0) {
            log.note("%d files in %s were left out, since the operator excludes %s".formatted(arrival.excluded(),
                    item.wish().label(), String.join(", ", delivery.excluded())));
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
            to.session().run(Program.REMOVE.with(delivery.workshop()).within(Program.LONG));
        });
    }

    /** @param wish whose place is looked at, for people */
    static Problem missing(Wish wish) {
        return Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH, wish.label()
                + " is said to be transferred, but not all of it is there");
    }
}
